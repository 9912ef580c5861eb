import { parseUrl } from '../../domain/values/parse-url.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { checkDocumentHead, isHeic } from '../../domain/document/document-format.ts'
import { maxHeaderOffset, checkPdfSize } from '../../domain/document/pdf-file.ts'
import type { ItemCheck } from './upload-queue.ts'

async function loadAndConvert(photo: File): Promise<File | undefined> {
  const { convertToJpeg } = await import('./convert-to-jpeg.ts')
  return convertToJpeg(photo)
}

/** Checks a file as the server would, before the upload. Only the server can check the content of a URL. */
export async function checkSource(
  source: File | string,
  maxUploadBytes: number,
  convert = loadAndConvert,
): Promise<ItemCheck> {
  if (typeof source === 'string') {
    return isHttpUrl(source)
      ? { kind: 'ready' }
      : { kind: 'refused', error: new AppError('BLOCKED_URL') }
  }
  const head = await readHead(source)
  if (head === undefined) return { kind: 'unreadable' }
  // Safari can open photos from iPhones; most other browsers cannot.
  const converted = isHeic(head) ? await convert(source) : undefined
  if (converted) return { kind: 'ready', converted }
  const error = checkPdfSize(source.size, maxUploadBytes) ?? checkDocumentHead(head)
  return error ? { kind: 'refused', error } : { kind: 'ready' }
}

async function readHead(file: Blob): Promise<Uint8Array | undefined> {
  try {
    return new Uint8Array(await file.slice(0, maxHeaderOffset).arrayBuffer())
  } catch {
    return undefined
  }
}

function isHttpUrl(text: string): boolean {
  return /^https?:$/.test(parseUrl(text)?.protocol ?? '')
}

/** Finds the URLs in pasted text. */
export function findUrls(text: string): string[] {
  const found = text.match(/https?:\/\/[^\s<>"']+/gi) ?? []
  return [...new Set(found.map((url) => url.replace(/[),.;\]]+$/, '')))].filter(isHttpUrl)
}
