const allowedCharacters = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u

/**
 * Removes characters that XML 1.0 forbids. A lone surrogate becomes U+FFFD. The result is also safe in JSON, and in
 * Postgres, which rejects U+0000.
 */
export function toXmlSafeText(text: string): string {
  // This runs for every character in a document. Almost all text takes this fast path.
  if (allowedCharacters.test(text)) return text
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}
