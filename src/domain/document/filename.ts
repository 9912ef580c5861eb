import type { PageRange } from '../values/page-range.ts'

const maxLength = 255

/** Control characters and right-to-left marks, which can disguise a name. */
const unsafeCharacters = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

/**
 * Returns a name that is safe to display and to offer for download: the last part of any path, without characters that
 * could break a header or disguise the extension. Never use the result as a path.
 */
export function cleanFilename(name: string): string {
  const lastPart = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const visible = lastPart.replace(unsafeCharacters, '').trim()
  const short = [...visible].slice(0, maxLength).join('')
  return /[^.\s]/.test(short) ? short : 'document.pdf'
}

/** Extensions of accepted documents. */
const documentExtension = /\.(pdf|jpe?g|png|tiff?)$/i

export function isDocumentName(name: string): boolean {
  return documentExtension.test(name)
}

/** Returns the document's name with the extension of the format. */
export function toOutputFilename(originalFilename: string, format: string): string {
  const ending = { ubl: 'ubl.xml', fields: 'fields.json' }[format] ?? format
  return `${originalFilename.replace(documentExtension, '')}.${ending}`
}

/** Returns the name for a part of the document: `invoices (3-4).pdf`. */
export function toPartFilename(originalFilename: string, [first, last]: PageRange): string {
  const pages = first === last ? String(first) : `${first}-${last}`
  const stem = originalFilename.replace(documentExtension, '')
  return `${[...stem].slice(0, maxLength - 20).join('')} (${pages}).pdf`
}

/** Returns an ASCII name for old clients: removes accents and replaces other characters with underscores. */
export function toAsciiFilename(name: string): string {
  const bare = name.normalize('NFKD').replace(/\p{M}/gu, '')
  return bare.replace(/[^\x20-\x7E]|[/\\]/gu, '_')
}
