import { AppError } from '../../domain/errors/app-error.ts'
import type { ReferenceDataFiles } from '../reference-data/reference-data.ts'
import type { ConvertedImage } from '../images/convert-image.ts'
import type { LearnedMapping } from '../learn/learn-from-files.ts'
import type { DrawnExplanation } from '../mapping/explain.ts'
import type { SplitPart, SplitTarget } from '../pdf/split-pages.ts'
import { type SandboxLimits, sandboxLimits } from './child-limits.ts'
import type {
  ExtractTask,
  SandboxLintResult,
  MergeResult,
  MergeTask,
  ProbeResult,
  RewriteResult,
  RewriteTask,
  SandboxResult,
  TranscribeResult,
  WriteResult,
  WriteTask,
} from './messages.ts'
import { createBatchProbe, type ProbeOptions } from './batch-probes.ts'
import { type ChildHandle, type RunOptions, startChild } from './child-handle.ts'
import { createSemaphore } from './semaphore.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

export type { SandboxLimits } from './child-limits.ts'
export type {
  SandboxLintResult,
  ExtractTask,
  OutputFile,
  OwnerTablesFile,
  RewriteResult,
  SandboxResult,
  WriteResult,
  WriteTask,
} from './messages.ts'
export type { RunOptions } from './child-handle.ts'

/**
 * Runs tasks on untrusted PDFs in a warm pool of child processes:
 * 1. A task waits for a free slot, then takes an idle child or starts one.
 * 2. The child gets file paths, writes its outputs to the task's folder and returns their paths, so that document bytes
 * never reach the caller.
 * 3. A watchdog kills a child that exceeds its time or memory limit, and the task rejects with `RESOURCE_LIMIT`.
 * 4. A child is reused until it reaches a limit on its tasks or its idle memory.
 * A child has an empty environment and therefore no secrets. Probes that wait at the same time share a round trip.
 */
export interface Sandbox {
  /**
   * Reads the PDF at `file` and writes its outputs as new files in `folder`. A failed task may leave files there. The
   * caller deletes the folder.
   */
  extract: (task: ExtractTask, options: RunOptions) => Promise<SandboxResult>
  /** Prepares text or images from the PDF for a language model. Pass its answers to `extract`. */
  transcribe: (task: WriteTask, options: RunOptions) => Promise<TranscribeResult>
  /** Checks the invoice reading (JSON) at `file` and writes its outputs, like `extract`. */
  write: (task: WriteTask, options: RunOptions) => Promise<WriteResult>
  /** Checks the invoices at `file` (JSON lines, MergeCandidate) and merges them into one Coretax file. */
  merge: (task: MergeTask, options: RunOptions) => Promise<MergeResult>
  /** Applies changes to the reading (JSON) at `file` and rewrites all of its outputs, like `extract`. */
  rewrite: (task: RewriteTask) => Promise<RewriteResult>
  /** Checks the mapping in this file. The file name is the mapping's name. */
  lint: (file: string) => Promise<SandboxLintResult>
  /** Reads the PDF with the mapping at `mapping_file` and returns the steps. */
  explain: (task: { file: string; mapping_file: string }) => Promise<DrawnExplanation>
  /** Learns a layout from documents and their readings, which the JSON file at this path lists. */
  learn: (file: string) => Promise<LearnedMapping>
  /**
   * Opens the PDF without reading it. Rejects as soon as it is aborted, even if a child still has the file open.
   */
  probe: (file: string, options?: ProbeOptions) => Promise<ProbeResult>
  /** Writes the image at `file` as a PDF to `target`. Rejects images that are damaged or too large. */
  convert: (task: { file: string; target: string }, options: RunOptions) => Promise<ConvertedImage>
  /** Writes page ranges of the PDF at `file` as separate PDFs. Rejects ranges outside the document. */
  split: (task: { file: string; parts: SplitTarget[] }, options: RunOptions) => Promise<SplitPart[]>
  /** Kills all children. Running and waiting tasks reject with `UNAVAILABLE`. */
  close: () => Promise<void>
}

interface SandboxOptions {
  size: number
  /** Reference data, which each child loads once. */
  referenceData: ReferenceDataFiles
  limits?: Partial<SandboxLimits>
}

export function createSandbox(options: SandboxOptions): Sandbox {
  const { referenceData: reference_data } = options
  const limits = { ...sandboxLimits, ...options.limits }
  const semaphore = createSemaphore(options.size)
  const children = new Set<ChildHandle>()
  const idle: ChildHandle[] = []
  let closeReason: AppError | undefined

  const run: ChildHandle['run'] = (task, options) =>
    withChild((child) => child.run(task, options), options.signal)

  async function withChild<Result>(
    work: (child: ChildHandle) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    await semaphore.acquire(signal)
    let child: ChildHandle | undefined
    try {
      child = await takeChild()
      return await work(child)
    } finally {
      if (child) await returnChild(child)
      semaphore.release()
    }
  }

  async function takeChild(): Promise<ChildHandle> {
    const warm = idle.pop()
    if (warm?.isAlive()) return warm
    if (warm) await retire(warm)
    if (closeReason) throw closeReason
    const fresh = startChild(limits)
    children.add(fresh)
    return fresh
  }

  async function returnChild(child: ChildHandle): Promise<void> {
    if (child.isReusable()) idle.push(child)
    else await retire(child)
  }

  async function retire(child: ChildHandle): Promise<void> {
    await child.end(new Error('Child process reached its task or memory limit'))
    children.delete(child)
  }

  const probe = createBatchProbe(withChild, options.size)

  return {
    extract: (task, options) => run({ kind: 'extract', ...task, reference_data }, options),
    transcribe: (task, options) => run({ kind: 'transcribe', ...task, reference_data }, options),
    write: (task, options) => run({ kind: 'write', ...task, reference_data }, options),
    merge: (task, options) => run({ kind: 'merge', ...task, reference_data }, options),
    rewrite: (task) => run({ kind: 'rewrite', ...task, reference_data }, {}),
    lint: (file) => run({ kind: 'lint', file }, {}),
    learn: (file) => run({ kind: 'learn', file, reference_data }, {}),
    explain: (task) => run({ kind: 'explain', ...task, reference_data }, {}),
    probe: (file, options = {}) => probe(file, options),
    split: (task, options) => run({ kind: 'split', ...task }, options),
    convert: (task, options) => run({ kind: 'convert', ...task }, options),
    async close() {
      closeReason ??= new AppError('UNAVAILABLE', createDetail('shutting_down', {}))
      const reason = closeReason
      await Promise.all([...children].map((child) => child.end(reason)))
    },
  }
}
