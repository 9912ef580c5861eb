import type { BatchResponse, BatchState } from '../../../src/domain/job/batch.ts'
import type { Visitor } from './visitor.ts'

/** A document in a batch: a named file or a URL. */
export type BatchDocument = { name: string; bytes: Uint8Array<ArrayBuffer> } | { url: string }

export function createBatchForm(
  documents: BatchDocument[],
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  for (const one of documents) {
    if ('url' in one) form.append('url', one.url)
    else form.append('file', new Blob([one.bytes]), one.name)
  }
  return form
}

export function sendBatch(
  person: Visitor,
  documents: BatchDocument[],
  fields: Record<string, string> = {},
): Promise<Response> {
  const body = createBatchForm(documents, fields)
  return person.ask('/api/batch/extract', { method: 'POST', body })
}

export async function readBatchResponse(response: Response): Promise<BatchResponse> {
  return (await response.json()) as BatchResponse
}

export async function fetchBatch(person: Visitor, id: string): Promise<BatchState> {
  return (await (await person.ask(`/api/batch/${id}`)).json()) as BatchState
}
