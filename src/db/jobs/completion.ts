import type { Summary } from '../../domain/job/summary.ts'
import type { Message } from '../../domain/messages/message.ts'
import type { OutputRow } from './outputs.sql.ts'
import type { Lease } from './transitions.sql.ts'

/** An attempt's findings about a document. */
export interface Findings {
  /** Null if the document was not read again; then `page_count` and `reader` are null too. */
  read_by: string | null
  review_reasons: Message[]
  page_count: number | null
  summary: Summary | null
  reader: string | null
  /** Version of the directory that was applied; null if none applies. */
  directory_version: number | null
  /** True if this replaces a reading that the user may have seen. */
  is_reread: boolean
  /** The job whose outputs were copied. */
  deduped_from?: string
}

/** A successful attempt's result. Without findings, the job keeps its earlier findings. */
export interface Completion extends Lease, Optional<Findings> {
  result_key: string
  /** Owner of the directory that the attempt used. */
  owner_id?: string | undefined
  outputs?: OutputRow[] | undefined
}

type Optional<Fields> = { [Name in keyof Fields]?: Fields[Name] | undefined }

/** Copies the fields one by one, because rest and spread properties take V8 longer than all other work in settling. */
export function createCompletion(
  { id, epoch }: Lease,
  result: Omit<Completion, keyof Lease>,
): Completion {
  return {
    id,
    epoch,
    result_key: result.result_key,
    owner_id: result.owner_id,
    outputs: result.outputs,
    read_by: result.read_by,
    review_reasons: result.review_reasons,
    page_count: result.page_count,
    summary: result.summary,
    reader: result.reader,
    directory_version: result.directory_version,
    is_reread: result.is_reread,
    deduped_from: result.deduped_from,
  }
}
