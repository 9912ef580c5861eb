const asciiPattern = /^[\0-\x7f]*$/

export function isAscii(text: string): boolean {
  return asciiPattern.test(text)
}

/** Removes case and accents. */
export function foldLetters(text: string): string {
  // Normalising ASCII, which most text is, would take ten times as long.
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
