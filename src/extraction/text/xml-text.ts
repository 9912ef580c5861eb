const allowedCharacters = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u

/**
 * Drops characters that XML 1.0 forbids; a lone surrogate becomes U+FFFD. The result is also safe in JSON and in
 * Postgres, which rejects U+0000.
 */
export function toXmlSafeText(text: string): string {
  // Fast path: runs for every character in a document and almost always matches.
  if (allowedCharacters.test(text)) return text
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}
