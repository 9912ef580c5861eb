import PostalMime from 'postal-mime'
import { isDocumentName } from '../domain/document/filename.ts'

export interface MailAttachment {
  filename: string
  content_type: string
  bytes: Uint8Array
}

export interface ParsedMail {
  /** The Message-ID; empty if there is none, so that only the attachments identify the message. */
  message_id: string
  /** Attached PDFs and images, except inline images. */
  documents: MailAttachment[]
}

/** Limits far above any real message; a deeper or larger message is rejected. */
const limits = { maxNestingDepth: 50, maxHeadersSize: 1024 * 1024 }

const documentTypes = /^(application\/(pdf|x-pdf)|image\/(jpeg|png|tiff))$/i

export async function parseMail(source: Uint8Array): Promise<ParsedMail> {
  const options = { ...limits, attachmentEncoding: 'arraybuffer' as const }
  const { messageId, attachments } = await PostalMime.parse(source, options)
  const documents = attachments.flatMap(({ filename, mimeType, disposition, related, content }) => {
    const name = filename ?? ''
    const isInline = disposition === 'inline' || related === true
    const isPicture = mimeType.startsWith('image/')
    // Skips inline images, because they are usually logos in signatures. Keeps inline PDFs, because some mail programs
    // attach documents that way.
    if (isInline && isPicture) return []
    if (!isDocumentName(name) && !documentTypes.test(mimeType)) return []
    return [{ filename: name || 'document.pdf', content_type: mimeType, bytes: toBytes(content) }]
  })
  return { message_id: messageId ?? '', documents }
}

function toBytes(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content)
}
