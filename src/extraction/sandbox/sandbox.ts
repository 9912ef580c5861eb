import { AppError } from '../../domain/errors/errors.ts'
import type { ReferenceDataFiles } from '../reference-data/reference-data.ts'
import type { DrawnExplanation } from '../mapping/explain.ts'
import { type SandboxLimits, sandboxLimits } from './limits.ts'
import type {
  ExtractTask,
  LintResult,
  MergeTask,
  OutputFile,
  ProbeResult,
  RewriteResult,
  RewriteTask,
  SandboxResult,
  TranscribeResult,
  WriteResult,
} from './messages.ts'
import { createProbes } from './batch-probes.ts'
import { type ChildHandle, type RunOptions, startChild } from './child-handle.ts'
import { createSemaphore } from './semaphore.ts'

export type { SandboxLimits } from './limits.ts'
export type {
  LintResult,
  ExtractTask,
  OutputFile,
  OwnFile,
  RewriteResult,
  SandboxResult,
  WriteResult,
} from './messages.ts'
export type { RunOptions } from './child-handle.ts'

/**
 * Reads PDFs in child processes, where a hostile one harms nobody: it costs the child its life and its
 * task an AppError, usually `RESOURCE_LIMIT`. Tasks wait in line while all children are busy.
 */
export interface Sandbox {
  /**
   * Reads the PDF at `file` and writes the outputs as new files into `folder`. A task that fails may
   * leave files there: the folder is the caller's to delete.
   */
  extract: (task: ExtractTask, options: RunOptions) => Promise<SandboxResult>
  /** Puts the PDF into words or pictures for a language model; what it says of them is for `extract`. */
  transcribe: (task: WriteTask, options: RunOptions) => Promise<TranscribeResult>
  /** Checks the reading of an invoice that lies at `file` as JSON, and writes its outputs like `extract`. */
  write: (task: WriteTask, options: RunOptions) => Promise<WriteResult>
  /** Writes the invoices whose readings lie at `file`, one in each line, into one file for the tax office. */
  merge: (task: MergeTask, options: RunOptions) => Promise<OutputFile>
  /** Changes the reading that lies at `file` as JSON and writes all of its outputs anew, like `extract`. */
  rewrite: (task: RewriteTask) => Promise<RewriteResult>
  /** Tells what is wrong with the mapping in this file, which has its name. */
  lint: (file: string) => Promise<LintResult>
  /** Reads the PDF by the mapping in a file of its own, and tells how that went, step by step. */
  explain: (task: { file: string; mapping_file: string }) => Promise<DrawnExplanation>
  /** Opens the PDF, and no more. Rejects at once when aborted, though a child may still have the file open. */
  probe: (file: string, options?: { signal?: AbortSignal }) => Promise<ProbeResult>
  /** Ends all children; what runs or waits is rejected with `UNAVAILABLE`. */
  close: () => Promise<void>
}

export type WriteTask = Pick<ExtractTask, 'file' | 'folder'>

interface SandboxOptions {
  size: number
  /** What the children read by; each loads it once. */
  knowledge: ReferenceDataFiles
  limits?: Partial<SandboxLimits>
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { knowledge } = options
  const limits = { ...sandboxLimits, ...options.limits }
  const turns = createSemaphore(options.size)
  const readers = new Set<ChildHandle>()
  const idle: ChildHandle[] = []
  let closing: AppError | undefined

  const run: ChildHandle['run'] = (task, options) =>
    withReader((reader) => reader.run(task, options), options.signal)

  async function withReader<Result>(
    work: (reader: ChildHandle) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    await turns.acquire(signal)
    let reader: ChildHandle | undefined
    try {
      reader = await takeReader()
      return await work(reader)
    } finally {
      if (reader) await putBack(reader)
      turns.release()
    }
  }

  async function takeReader(): Promise<ChildHandle> {
    const warm = idle.pop()
    if (warm?.isAlive()) return warm
    if (warm) await retire(warm)
    if (closing) throw closing
    const fresh = startChild(limits)
    readers.add(fresh)
    return fresh
  }

  async function putBack(reader: ChildHandle): Promise<void> {
    if (reader.isFit()) idle.push(reader)
    else await retire(reader)
  }

  async function retire(reader: ChildHandle): Promise<void> {
    await reader.end(new Error('This child has done its work.'))
    readers.delete(reader)
  }

  const probe = createProbes(withReader)

  return {
    extract: (task, options) => run({ kind: 'extract', ...task, knowledge }, options),
    transcribe: (task, options) => run({ kind: 'transcribe', ...task, knowledge }, options),
    write: (task, options) => run({ kind: 'write', ...task, knowledge }, options),
    merge: (task, options) => run({ kind: 'merge', ...task, knowledge }, options),
    rewrite: (task) => run({ kind: 'rewrite', ...task, knowledge }, {}),
    lint: (file) => run({ kind: 'lint', file }, {}),
    explain: (task) => run({ kind: 'explain', ...task, knowledge }, {}),
    probe: (file, { signal } = {}) => probe(file, signal),
    async close() {
      closing ??= new AppError('UNAVAILABLE', 'Docket is shutting down. Please try again later.')
      const reason = closing
      await Promise.all([...readers].map((reader) => reader.end(reason)))
    },
  }
}
