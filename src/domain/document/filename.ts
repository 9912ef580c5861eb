const longest = 255

/** Control characters, and the marks that make text run right to left: they can make a name lie. */
const unsafe = /[\p{Cc}\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu

/**
 * A name fit to be shown and offered for download: the last part of any path, without characters that
 * could break a header or disguise the ending. Never used as a path by Docket itself.
 */
export function cleanFilename(name: string): string {
  const lastPart = name.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const visible = lastPart.replace(unsafe, '').trim()
  const short = [...visible].slice(0, longest).join('')
  return /[^.\s]/.test(short) ? short : 'document.pdf'
}

/** The name of an output: that of the PDF with the ending of the format. */
export function outputFilename(originalFilename: string, format: string): string {
  const ending = format === 'ubl' ? 'ubl.xml' : format
  return `${originalFilename.replace(/\.pdf$/i, '')}.${ending}`
}

/** The name in ASCII alone, for those who know no other: letters without their accents, and a line for what is none. */
export function asciiFilename(name: string): string {
  const bare = name.normalize('NFKD').replace(/\p{M}/gu, '')
  return bare.replace(/[^\x20-\x7E]|[/\\]/gu, '_')
}
