import type { IncomingMessage } from 'node:http'
import { open } from 'node:fs/promises'
import path from 'node:path'
import type { GatewayFault } from '../../domain/messages/problem-codes.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { extractionType } from '../../domain/api/gateway.ts'
import { contentTypes, type OutputFormat } from '../../domain/mapping/output-formats.ts'
import { shortenSummary } from '../../domain/job/summary.ts'
import { addInvoiceKey } from '../../extraction/outputs/invoice-key.ts'
import type { OutputFile, SandboxResult } from '../../extraction/sandbox/sandbox.ts'
import { writeChunk } from '../../blobs/stage-upload.ts'
import { readEnvelope } from './envelope.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { toStorable } from './storable.ts'

/** Writes a gateway's response to files in `folder`, up to `maxBytes` in total. */
export async function saveResponse(
  answer: IncomingMessage,
  folder: string,
  maxBytes: number,
): Promise<Omit<SandboxResult, 'mapping'>> {
  const type = answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const chunks = limitBytes(answer, maxBytes)
  if (type === extractionType) return saveAll(chunks, folder)
  // A response without a content type counts as XML, because XML was requested.
  if (type !== undefined && !/^(application|text)\/([\w.-]+\+)?xml$/.test(type)) {
    throw createUnusableResponseError({ fault: 'content_type', type: type.slice(0, 60) })
  }
  const output = await save('xml', requireXml(chunks), folder)
  return { page_count: 0, word_count: 0, review_reasons: [], summary: null, outputs: [output] }
}

async function saveAll(chunks: AsyncIterable<Uint8Array>, folder: string): Promise<SandboxResult> {
  const outputs: OutputFile[] = []
  const head = await readEnvelope(chunks, async (format, bytes) => {
    outputs.push(await save(format, bytes, folder))
  })
  const { review_reasons, summary } = head
  return {
    ...head,
    review_reasons: review_reasons.map(toStorable),
    summary: summary && addInvoiceKey(shortenSummary(summary)),
    outputs,
  }
}

async function save(
  format: OutputFormat,
  chunks: AsyncIterable<Uint8Array>,
  folder: string,
): Promise<OutputFile> {
  const file = path.join(folder, `answer.${format}`)
  const handle = await open(file, 'w').catch(throwDiskError)
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      await writeChunk(handle, chunk).catch(throwDiskError)
    }
  } finally {
    await handle.close()
  }
  return { format, content_type: contentTypes[format], file, bytes }
}

/**
 * Throws an I/O error, for example because the disk is full. The job is retried, possibly by a worker with free space.
 */
function throwDiskError(cause: Error): never {
  throw new AppError('IO_ERROR', undefined, { cause })
}

async function* limitBytes(
  answer: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of answer) {
    bytes += chunk.length
    if (bytes > maxBytes) {
      throw createUnusableResponseError({
        fault: 'too_large',
        megabytes: Math.floor(maxBytes / 1024 / 1024),
      })
    }
    yield chunk
  }
}

/** Passes data through if it starts like XML. Rejects any other response, including an empty one. */
async function* requireXml(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start = ''
  for await (const chunk of chunks) {
    if (start === '')
      start = Buffer.from(chunk)
        .toString()
        .replace(/^\ufeff/, '')
        .trimStart()
    if (start !== '' && !start.startsWith('<'))
      throw createUnusableResponseError({ fault: 'not_xml' })
    yield chunk
  }
  if (start === '') throw createUnusableResponseError({ fault: 'empty' })
}

function createUnusableResponseError(params: GatewayFault): AppError {
  return new AppError('GW_5XX', createDetail('gateway_answer_unusable', params))
}
