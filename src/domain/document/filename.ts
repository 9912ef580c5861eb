const maxLength = 255

/** Control characters and right-to-left marks, which can disguise a name. */
const unsafe = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

/**
 * A name safe to display and to offer for download: the last part of any path, without characters that could break a
 * header or disguise the extension. Docket itself never uses it as a path.
 */
export function cleanFilename(name: string): string {
  const lastPart = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const visible = lastPart.replace(unsafe, '').trim()
  const short = [...visible].slice(0, maxLength).join('')
  return /[^.\s]/.test(short) ? short : 'document.pdf'
}

/** The name of an output: that of the PDF with the extension of the format. */
export function outputFilename(originalFilename: string, format: string): string {
  const ending = format === 'ubl' ? 'ubl.xml' : format
  return `${originalFilename.replace(/\.pdf$/i, '')}.${ending}`
}

/** The name in ASCII for old clients: letters without accents, and underscores for other characters. */
export function asciiFilename(name: string): string {
  const bare = name.normalize('NFKD').replace(/\p{M}/gu, '')
  return bare.replace(/[^\x20-\x7E]|[/\\]/gu, '_')
}
