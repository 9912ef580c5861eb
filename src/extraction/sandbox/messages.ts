import type { AppliedChange } from '../../domain/review/change.ts'
import type { LearnedCorrection } from '../../domain/invoice/directory.ts'
import type { ErrorCode, Fault } from '../../domain/errors/errors.ts'
import type { MappingFacts, Mapping, Params } from '../../domain/mapping/mapping.ts'
import type { OutputFormat } from '../../domain/mapping/output-formats.ts'
import type { ProblemDetail } from '../../domain/messages/stored-detail.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { LanguageModelUse } from '../../domain/invoice/invoice.ts'
import type { InvoiceQuestion, InvoiceReply } from '../../domain/invoice/invoice-answer.ts'
import type { Summary } from '../../domain/job/summary.ts'
import type { PageAnswer, PageQuestion } from '../../domain/heat-sheet/sheet-answer.ts'
import type { PreflightDocument } from '../../domain/coretax/preflight-result.ts'
import type { MergeOptions } from '../coretax/merge-filings.ts'
import type { ReferenceDataFiles } from '../reference-data/reference-data.ts'
import type { LearnedMapping } from '../learn/learn-from-files.ts'
import type { DrawnExplanation } from '../mapping/explain.ts'
import type { Lint } from '../mapping/lint.ts'
import type { RewriteOptions } from '../outputs/rewrite-outputs.ts'

/** A task for the PDF at `file` or, for `write` and `rewrite`, for the reading (JSON) at `file`. */
export type Task = ProbeTask | FileTask

/** Opens PDFs one after another. */
interface ProbeTask {
  kind: 'probe'
  files: string[]
}

export type FileTask =
  | ({ kind: 'extract'; reference_data: ReferenceDataFiles } & ExtractTask)
  | ({ kind: 'rewrite'; reference_data: ReferenceDataFiles } & RewriteTask)
  | { kind: 'transcribe'; file: string; folder: string; reference_data: ReferenceDataFiles }
  | { kind: 'write'; file: string; folder: string; reference_data: ReferenceDataFiles }
  /** Checks the invoices at `file` (JSON lines) and merges them into one Coretax file. */
  | ({ kind: 'merge'; reference_data: ReferenceDataFiles } & MergeTask)
  /** Checks the mapping at `file` without a document. */
  | { kind: 'lint'; file: string }
  | { kind: 'explain'; file: string; mapping_file: string; reference_data: ReferenceDataFiles }
  /** Learns a layout from the documents that the JSON at `file` lists. */
  | { kind: 'learn'; file: string; reference_data: ReferenceDataFiles }

export interface ExtractTask {
  file: string
  /** Mapping name, or `auto`. */
  mapping: string
  /** Path to a mapping that is not built in. */
  mapping_file?: string
  /** Paths to the owner's layouts, for `auto`. */
  layout_files?: string[]
  params: Params
  folder: string
  /** Cached program from an earlier result; the PDF is not read again. */
  program_file?: string
  /** True to return a heat sheet's program, for `program_file` in a later task. */
  keep_program?: boolean
  /** A language model's answers, with the transcript that verifies them. */
  answers?: { transcript_file: string; answers: PageAnswer[] }
  /** True to return a question about the invoice for a language model. */
  may_ask?: boolean
  /** A language model's reply about an invoice, with the pages that the question was about. */
  replied?: { pages_file: string; reply: InvoiceReply }
}

/** Diagnostics, and the mapping if it is valid. */
export interface LintResult extends Omit<Lint, 'mapping'> {
  mapping: (MappingFacts & Pick<Mapping, 'reader'>) | null
}

export interface ProbeResult {
  page_count: number
}

export type ProbeOutcome = ProbeResult | Failure

export interface Failure {
  kind: 'failed'
  code: ErrorCode
  detail: ProblemDetail | undefined
  cause: string | null
  errors: Fault[] | undefined
}

export interface OutputFile {
  format: OutputFormat
  content_type: string
  file: string
  bytes: number
}

export interface WriteResult {
  review_reasons: Message[]
  outputs: OutputFile[]
}

interface WithSummary {
  summary: Summary | null
}

/** An owner's tables; `key` identifies their version, so a child reads each version once. */
export interface OwnerTablesFile {
  file: string
  key: string
}

export interface MergeTask extends MergeOptions {
  file: string
  folder: string
  own?: OwnerTablesFile | undefined
}

/** The check result for each invoice, and the file if one was written. */
export interface MergeResult {
  documents: PreflightDocument[]
  output: OutputFile | null
}

export interface RewriteTask extends RewriteOptions {
  file: string
  folder: string
  own?: OwnerTablesFile | undefined
}

export interface RewriteResult extends WriteResult, WithSummary {
  made: AppliedChange[]
  /** Number of earlier corrections that do not fit the reading. */
  lost: number
  learned_corrections: LearnedCorrection[]
}

export interface SandboxResult extends WriteResult, WithSummary {
  mapping: string
  page_count: number
  word_count: number
  program_file?: string | undefined
  /** Equal for every sheet in the session with the same swimmers; only for heat sheets. */
  meet_key?: string | undefined
  /** Uncertain invoice values, with the text to send; the pages are for `replied`. */
  question?: InvoiceQuestion & { pages_file: string }
  /** Present if `replied` was given. */
  language_model?: LanguageModelUse | undefined
}

export interface TranscribeResult {
  questions: PageQuestion[]
  transcript_file: string
}

/** Results by task kind. */
export interface Results {
  probe: ProbeOutcome[]
  extract: SandboxResult
  transcribe: TranscribeResult
  write: WriteResult
  merge: MergeResult
  rewrite: RewriteResult
  lint: LintResult
  explain: DrawnExplanation
  learn: LearnedMapping
}

/** A child sends `up` once and, for each task, any number of `progress` messages and one final message. */
export type Reply =
  | { kind: 'up' }
  | { kind: 'progress'; done: number; total: number; scans: number }
  | { kind: 'done'; result: Results[Task['kind']] }
  | Failure
