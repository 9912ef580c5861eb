import type { ErrorCode } from '../../domain/errors.ts'
import type { OutputFormat } from '../../domain/mapping.ts'
import type { KnowledgeFiles } from '../knowledge.ts'

/** What a child is asked to do with the PDF at `file`. */
export type Task =
  | { kind: 'probe'; file: string }
  | { kind: 'extract'; file: string; mapping: string; folder: string; knowledge: KnowledgeFiles }

export interface ProbeResult {
  page_count: number
}

export interface SandboxResult {
  mapping: string
  page_count: number
  word_count: number
  review_reasons: string[]
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
