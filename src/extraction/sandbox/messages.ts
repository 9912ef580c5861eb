import type { MadeChange } from '../../domain/review/change.ts'
import type { Lesson } from '../../domain/invoice/directory.ts'
import type { ErrorCode, Fault } from '../../domain/errors/errors.ts'
import type { Facts, Mapping, OutputFormat, Params } from '../../domain/mapping/mapping.ts'
import type { Summary } from '../../domain/job/summary.ts'
import type { PageAnswer, PageQuestion } from '../../domain/heat-sheet/sheet-answer.ts'
import type { ReferenceDataFiles } from '../reference-data/reference-data.ts'
import type { DrawnExplanation } from '../mapping/explain.ts'
import type { Lint } from '../mapping/lint.ts'
import type { RewriteOrder } from '../outputs/rewrite-outputs.ts'

/** What a child is asked to do with the PDF at `file`; in `write` and `rewrite`, with the JSON of a reading. */
export type Task = ProbeTask | FileTask

/** To open some PDFs, one after the other. */
interface ProbeTask {
  kind: 'probe'
  files: string[]
}

export type FileTask =
  | ({ kind: 'extract'; knowledge: ReferenceDataFiles } & ExtractTask)
  | ({ kind: 'rewrite'; knowledge: ReferenceDataFiles } & RewriteTask)
  | { kind: 'transcribe'; file: string; folder: string; knowledge: ReferenceDataFiles }
  | { kind: 'write'; file: string; folder: string; knowledge: ReferenceDataFiles }
  /** Invoices at `file`, the JSON of one in each line, as one file for the tax office. */
  | ({ kind: 'merge'; knowledge: ReferenceDataFiles } & MergeTask)
  /** The mapping at `file`, without any document. */
  | { kind: 'lint'; file: string }
  | { kind: 'explain'; file: string; mapping_file: string; knowledge: ReferenceDataFiles }

export interface ExtractTask {
  file: string
  /** A name, or `auto`. */
  mapping: string
  /** Where that mapping is written, if it is none of those that all children know. */
  mapping_file?: string
  params: Params
  folder: string
  /** What an earlier result has given to be kept: then the PDF is not read again. */
  program_file?: string
  /** Whether to give what all swimmers of a heat sheet have in common, for `program_file` of a later task. */
  keep_program?: boolean
  /** What a language model said of the document, and its words to check that by. */
  answers?: { transcript_file: string; answers: PageAnswer[] }
}

/** What is wrong with a mapping; and what it is, where it is right. */
export interface LintResult extends Omit<Lint, 'mapping'> {
  mapping: (Facts & Pick<Mapping, 'reader'>) | null
}

export interface ProbeResult {
  page_count: number
}

/** Of one of several PDFs. */
export type Probed = ProbeResult | Failure

export interface Failure {
  kind: 'failed'
  code: ErrorCode
  message: string
  cause: string | null
  errors: Fault[] | undefined
}

/** A file that a child has written. */
export interface OutputFile {
  format: OutputFormat
  content_type: string
  file: string
  bytes: number
}

export interface WriteResult {
  review_reasons: string[]
  outputs: OutputFile[]
}

interface Summarised {
  summary: Summary | null
}

/** A file with what an owner keeps, and a name by which a child knows whether it has read it. */
export interface OwnFile {
  file: string
  key: string
}

export interface MergeTask {
  file: string
  folder: string
  own?: OwnFile | undefined
}

export interface RewriteTask extends RewriteOrder {
  file: string
  folder: string
  own?: OwnFile | undefined
}

export interface RewriteResult extends WriteResult, Summarised {
  made: MadeChange[]
  lessons: Lesson[]
}

export interface SandboxResult extends WriteResult, Summarised {
  mapping: string
  page_count: number
  word_count: number
  program_file?: string | undefined
  /** Of a heat sheet with named swimmers: the same for every sheet of the session. */
  meet_key?: string | undefined
}

export interface TranscribeResult {
  questions: PageQuestion[]
  transcript_file: string
}

/** What each kind of task results in. */
export interface Results {
  probe: Probed[]
  extract: SandboxResult
  transcribe: TranscribeResult
  write: WriteResult
  merge: OutputFile
  rewrite: RewriteResult
  lint: LintResult
  explain: DrawnExplanation
}

/** What a child says: once `up`, and about each task any number of times `progress`, then one of the others. */
export type Reply =
  | { kind: 'up' }
  | { kind: 'progress'; done: number; total: number; scans: number }
  | { kind: 'done'; result: Results[Task['kind']] }
  | Failure
