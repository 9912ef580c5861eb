import type { ErrorCode } from '../../domain/errors.ts'
import type { Mapping, OutputFormat, Params } from '../../domain/mapping.ts'

/** What a child is asked to do with the PDF at `file`. */
export type Task =
  | { kind: 'probe'; file: string }
  | { kind: 'extract'; file: string; mapping: Mapping; params: Params; folder: string }

export interface ProbeResult {
  page_count: number
}

export interface SandboxResult {
  page_count: number
  word_count: number
  outputs: { format: OutputFormat; content_type: string; file: string; bytes: number }[]
}

/** What each kind of task results in. */
export interface Results {
  probe: ProbeResult
  extract: SandboxResult
}

/** What a child says about its task: any number of times `progress`, then one of the others. */
export type Reply =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'done'; result: Results[Task['kind']] }
  | { kind: 'failed'; code: ErrorCode; message: string; cause: string | null }
