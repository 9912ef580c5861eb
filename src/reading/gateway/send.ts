import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { allOutputs } from '../../domain/api/gateway.ts'
import type { Params } from '../../domain/mapping/mapping.ts'
import { contentTypes } from '../../domain/mapping/output-formats.ts'
import { toStorageError } from '../../domain/errors/system-error.ts'
import { awaitResponse } from '../../fetch/request.ts'
import type { ReadTask } from '../steps/read-document.ts'

/** A document to send, with its trace context. */
export interface GatewayRequest extends ReadTask {
  traceparent: string | undefined
}

/**
 * Sends a document to a gateway, and resolves when the response starts. Streams the file instead of loading it into
 * memory. Each request uses a new connection, so that none fails because an idle connection was closed.
 */
export async function sendDocument(
  url: URL,
  task: GatewayRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const form = await createDocumentForm(task)
  const { request } = url.protocol === 'https:' ? https : http
  const headers = {
    accept: contentTypes.xml.split(';')[0],
    prefer: allOutputs,
    'content-type': `multipart/form-data; boundary=${form.boundary}`,
    'content-length': form.bytes,
    ...(task.request_id !== null && { 'x-request-id': task.request_id }),
    ...(task.traceparent !== undefined && { traceparent: task.traceparent }),
  }
  const sending = request(url, { method: 'POST', agent: false, headers, signal })
  const answer = awaitResponse(sending)
  // A gateway may respond and close the connection before it has read the whole request. In that case, only the
  // response matters.
  void pipeline(Readable.from(form.chunks()), sending).catch(() => undefined)
  return answer
}

interface DocumentForm {
  boundary: string
  bytes: number
  chunks: () => AsyncGenerator<Uint8Array>
}

async function createDocumentForm({
  file,
  mapping,
  params,
  job_id,
  is_single_invoice,
}: ReadTask): Promise<DocumentForm> {
  const boundary = `docket-${randomUUID()}`
  const part = (name: string, more: string, value = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}`
  const field = (name: string, value: string) => `${part(name, '', value)}\r\n`
  const single = is_single_invoice && { single_invoice: '1' }
  const fields = { mapping, pretty: '1', job_id, ...single, ...omitEmptyParams(params) }
  const fieldParts = Object.entries(fields).map(([name, value]) => field(name, value))
  const fileHead = part('file', `; filename="${job_id}.pdf"\r\ncontent-type: application/pdf`)
  const head = Buffer.from(fieldParts.join('') + fileHead)
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  try {
    const { size } = await stat(file)
    return { boundary, bytes: head.length + size + tail.length, chunks }
  } catch (cause) {
    throw toStorageError(cause)
  }

  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield head
    try {
      yield* createReadStream(file)
    } catch (cause) {
      throw toStorageError(cause)
    }
    yield tail
  }
}

/** Omits empty params, because a gateway might not support params. */
function omitEmptyParams(params: Params): { params?: string } {
  return Object.keys(params).length === 0 ? {} : { params: JSON.stringify(params) }
}
