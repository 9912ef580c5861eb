import type { FieldsQuestion, FieldsReply } from '../../domain/fields/fields-answer.ts'
import type { AppliedChange } from '../../domain/review/change.ts'
import type { WithheldXml } from '../../domain/review/withheld-xml.ts'
import type { LearnedCorrection } from '../../domain/invoice/directory.ts'
import type { ErrorCode, Fault } from '../../domain/errors/app-error.ts'
import type { BaseMapping, Mapping, Params } from '../../domain/mapping/mapping.ts'
import type { OutputFormat } from '../../domain/mapping/output-formats.ts'
import type { ProblemDetail } from '../../domain/messages/stored-detail.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { LanguageModelUse } from '../../domain/invoice/invoice.ts'
import type { InvoiceQuestion, InvoiceReply } from '../../domain/invoice/invoice-answer.ts'
import type { Summary } from '../../domain/job/summary.ts'
import type { PageAnswer, PageQuestion } from '../../domain/heat-sheet/sheet-answer.ts'
import type { ConvertedImage } from '../images/convert-image.ts'
import type { MergedDocument, MergeOptions } from '../coretax/merge-filings.ts'
import type { ReferenceDataFiles } from '../reference-data/reference-data.ts'
import type { LearnedMapping } from '../learn/learn-from-files.ts'
import type { DrawnExplanation } from '../mapping/explain.ts'
import type { LintResult } from '../mapping/lint.ts'
import type { SplitPart, SplitTarget } from '../pdf/split-pages.ts'
import type { RewriteOptions } from '../outputs/rewrite-outputs.ts'

/** A task for the PDF at `file` or, if the kind is `write` or `rewrite`, for the reading (JSON) at `file`. */
export type Task = ProbeTask | ConvertTask | SplitTask | FileTask

/** Opens PDFs one after another. */
interface ProbeTask {
  kind: 'probe'
  files: string[]
}

/** Writes the image at `file` as a PDF to `target`. */
export interface ConvertTask {
  kind: 'convert'
  file: string
  target: string
}

/** Writes page ranges of the PDF at `file` as separate PDFs. */
export interface SplitTask {
  kind: 'split'
  file: string
  parts: SplitTarget[]
}

export type FileTask =
  | ({ kind: 'extract'; reference_data: ReferenceDataFiles } & ExtractTask)
  | ({ kind: 'rewrite'; reference_data: ReferenceDataFiles } & RewriteTask)
  | { kind: 'transcribe'; file: string; folder: string; reference_data: ReferenceDataFiles }
  | ({ kind: 'write'; reference_data: ReferenceDataFiles } & WriteTask)
  /** Checks the invoices at `file` (JSON lines) and merges them into one Coretax file. */
  | ({ kind: 'merge'; reference_data: ReferenceDataFiles } & MergeTask)
  /** Checks the mapping at `file` without a document. */
  | { kind: 'lint'; file: string }
  | { kind: 'explain'; file: string; mapping_file: string; reference_data: ReferenceDataFiles }
  /** Learns a layout from the documents that the JSON at `file` lists. */
  | { kind: 'learn'; file: string; reference_data: ReferenceDataFiles }

export interface ExtractTask {
  file: string
  /** Expected hash of the PDF. A file with another hash is not read. */
  sha256?: string
  /** Set if the outputs will be stored. */
  form?: StorageForm
  /** Name of the mapping, or `auto`. */
  mapping: string
  /** Path of a mapping that is not built in. */
  mapping_file?: string
  /** Paths of the owner's layouts, which `auto` may choose. */
  layout_files?: string[]
  params: Params
  folder: string
  /** True if the user has confirmed the uncertain values, so that a Coretax file is written. */
  is_confirmed?: boolean
  /** Path of a cached program from an earlier result. If it is set, the PDF is not read again. */
  program_file?: string
  /** If true, the result contains a heat sheet's program, for `program_file` in a later task. */
  keep_program?: boolean
  /** A language model's answers, with the transcript against which they are verified. */
  answers?: { transcript_file: string; answers: PageAnswer[] }
  /** If true, the result may contain a question about the invoice for a language model. */
  may_ask?: boolean
  /** True if the user has decided that the document is one invoice. */
  is_single_invoice?: boolean
  /** A language model's reply about an invoice, with the pages that were sent to it. */
  replied?: { pages_file: string; reply: InvoiceReply | FieldsReply }
}

export type WriteTask = Pick<ExtractTask, 'file' | 'folder' | 'is_confirmed'>

/** Diagnostics, and the mapping if it is valid. */
export interface SandboxLintResult extends Omit<LintResult, 'mapping'> {
  mapping: (BaseMapping & Pick<Mapping, 'reader'>) | null
}

export interface ProbeResult {
  page_count: number
}

export type ProbeOutcome = ProbeResult | TaskFailure

export interface TaskFailure {
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
  /** Size in bytes before compression. */
  bytes: number
  isCompressed?: boolean
  /**
   * Whether the content is fsynced. The file's directory entry may not be. It is a promise while the child that wrote
   * the file is still syncing it. The promise resolves to false if the child dies first, and rejects if the disk fails.
   */
  isSynced?: boolean | Promise<boolean>
}

/** Asks for outputs in storage format: compressed and, with `mustSync`, fsynced. */
export interface StorageForm {
  mustSync: boolean
}

export interface WriteResult {
  review_reasons: Message[]
  outputs: OutputFile[]
}

interface WithSummary {
  summary: Summary | null
}

/** An owner's tables. `key` identifies their version, so that a child reads each version once. */
export interface OwnerTablesFile {
  file: string
  key: string
}

export interface MergeTask extends MergeOptions {
  file: string
  folder: string
  own?: OwnerTablesFile | undefined
}

/** The check result for each invoice and, if one was written, the file. */
export interface MergeResult {
  documents: MergedDocument[]
  output: OutputFile | null
}

export interface RewriteTask extends RewriteOptions {
  /** The reading, compressed or not. */
  file: string
  /** Set if the outputs will be stored. */
  form?: StorageForm | undefined
  folder: string
  own?: OwnerTablesFile | undefined
}

export interface RewriteResult extends WriteResult, WithSummary {
  made: AppliedChange[]
  /** Number of earlier corrections that do not apply to the reading. */
  lost: number
  learned_corrections: LearnedCorrection[]
}

export interface SandboxResult extends WriteResult, WithSummary {
  mapping: string
  page_count: number
  word_count: number
  program_file?: string | undefined
  /** Why the Coretax file is missing, if the mapping writes one. */
  withheld?: WithheldXml | undefined
  /** The same for all sheets for the session with the same requested swimmers. Only for heat sheets. */
  meet_key?: string | undefined
  /** A question about the invoice's uncertain values, with the text to send. The pages are for `replied`. */
  question?: (InvoiceQuestion | FieldsQuestion) & { pages_file: string }
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
  convert: ConvertedImage
  split: SplitPart[]
  extract: SandboxResult
  transcribe: TranscribeResult
  write: WriteResult
  merge: MergeResult
  rewrite: RewriteResult
  lint: SandboxLintResult
  explain: DrawnExplanation
  learn: LearnedMapping
}

/**
 * Once a child can open PDFs, it sends `up`. Before the first task that reads one, it sends `loaded`. For each task, it
 * sends any number of `progress` messages and one final message. It can take the next task while it is still syncing
 * the outputs of the previous one. When that has finished, it sends `synced` with the same number.
 */
export type Reply =
  | { kind: 'up' | 'loaded' }
  | { kind: 'progress'; done: number; total: number; scans: number }
  | { kind: 'done'; result: Results[Task['kind']]; sync?: number | undefined }
  | { kind: 'synced'; sync: number; failure?: TaskFailure | undefined }
  | TaskFailure
