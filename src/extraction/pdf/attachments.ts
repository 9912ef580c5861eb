import type { PdfDocument } from './engine.ts'
import { toXmlSafeText } from '../text/xml-text.ts'

export interface Attachment {
  name: string
  /** Undefined if the attachment is too large or damaged. */
  bytes: Uint8Array | undefined
}

export interface AttachmentLimits {
  /** Maximum number of attachments inspected per PDF. */
  count: number
  /** Maximum uncompressed size of an attachment, in bytes. */
  bytes: number
  /** Maximum length of a name. */
  name_bytes: number
}

/** Well above what any real e-invoice contains. */
const attachmentLimits: AttachmentLimits = { count: 100, bytes: 10_000_000, name_bytes: 1_000 }

/**
 * Reads only the attachments whose names match, and decompresses no others. pdfium decompresses a file as a whole, so a
 * decompression bomb exceeds the process's memory limit.
 */
export function readAttachments(
  document: PdfDocument,
  isWanted: (name: string) => boolean,
  limits: AttachmentLimits = attachmentLimits,
): Attachment[] {
  const { engine, handle } = document
  const count = Math.min(engine.FPDFDoc_GetAttachmentCount(handle), limits.count)
  const attachments = Array.from({ length: Math.max(0, count) }, (_, index) => {
    const attachment = engine.FPDFDoc_GetAttachment(handle, index)
    return { attachment, name: attachment && readName(document, attachment, limits) }
  })
  return attachments.flatMap(({ attachment, name }) =>
    name && isWanted(name) ? [{ name, bytes: readBytes(document, attachment, limits) }] : [],
  )
}

function readName({ engine }: PdfDocument, attachment: number, limits: AttachmentLimits) {
  const length = engine.FPDFAttachment_GetName(attachment, 0, 0)
  if (length <= 0 || length > limits.name_bytes) return undefined
  const bytes = readBuffer(engine, length, (buffer) =>
    engine.FPDFAttachment_GetName(attachment, buffer, length),
  )
  return toXmlSafeText(new TextDecoder('utf-16le').decode(bytes))
}

function readBytes(
  document: PdfDocument,
  attachment: number,
  { bytes: maxBytes }: AttachmentLimits,
) {
  const { engine, scratch } = document
  const lengthPointer = () => engine.pdfium.HEAPU32[scratch / 4] ?? 0
  if (!engine.FPDFAttachment_GetFile(attachment, 0, 0, scratch)) return undefined
  const length = lengthPointer()
  if (length === 0 || length > maxBytes) return undefined
  return readBuffer(engine, length, (buffer) =>
    engine.FPDFAttachment_GetFile(attachment, buffer, length, scratch),
  )
}

/** Copies pdfium output from a temporary buffer. */
function readBuffer(engine: PdfDocument['engine'], length: number, fill: (buffer: number) => void) {
  const { malloc, free } = engine.pdfium.wasmExports
  const buffer = malloc(length)
  if (buffer === 0) throw new RangeError('pdfium is out of memory')
  try {
    fill(buffer)
    return engine.pdfium.HEAPU8.slice(buffer, buffer + length)
  } finally {
    free(buffer)
  }
}
