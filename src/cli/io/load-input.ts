import { createReadStream } from 'node:fs'
import { checkDocumentHead } from '../../domain/document/document-format.ts'
import { checkPdfSize } from '../../domain/document/pdf-file.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { errorMessage } from './describe-error.ts'
import { type Input, isStandardInput } from './inputs.ts'

/** Maximum size in bytes of streams and downloads, because they are held in memory. */
const maxBytes = 200 * 1024 * 1024
const downloadMs = 120_000

/** Loads a URL or a stream into memory. Rejects content that is neither a PDF nor an image. */
export async function loadInput(input: Input): Promise<Buffer<ArrayBuffer>> {
  const bytes = input.kind === 'url' ? await download(input.name) : await readStream(input)
  const error = checkDocumentHead(bytes)
  if (error) throw error
  return bytes
}

async function readStream(input: Input): Promise<Buffer<ArrayBuffer>> {
  const stream = isStandardInput(input) ? process.stdin : createReadStream(input.name)
  return collect(stream).catch((cause: unknown) => {
    if (cause instanceof AppError) throw cause
    const detail = createDetail('file_unopenable', { fault: errorMessage(cause) })
    throw new AppError('IO_ERROR', detail, { cause })
  })
}

async function download(url: string): Promise<Buffer<ArrayBuffer>> {
  const signal = AbortSignal.timeout(downloadMs)
  try {
    const response = await fetch(url, {
      signal,
      headers: { accept: 'application/pdf, image/*, */*' },
    })
    if (!response.ok) throw refusal(response.status)
    return await collect(response.body ?? [])
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError(signal.aborted ? 'FETCH_TIMEOUT' : 'FETCH_FAILED', undefined, { cause })
  }
}

function refusal(status: number): AppError {
  if (status === 404 || status === 410) {
    return new AppError('FETCH_REFUSED', createDetail('address_not_found', { status }))
  }
  return new AppError('FETCH_REFUSED', createDetail('address_refused', { status }))
}

async function collect(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const chunk of chunks) {
    length += chunk.length
    const error = checkPdfSize(length, maxBytes)
    if (error) throw error
    parts.push(chunk)
  }
  return Buffer.concat(parts)
}
