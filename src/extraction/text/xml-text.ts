const allowed = /^[\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]*$/u

/**
 * The text without what XML 1.0 cannot hold; half a surrogate pair becomes U+FFFD.
 * What passes is also safe in JSON and in Postgres, which refuses U+0000.
 */
export function xmlText(text: string): string {
  // Nearly always so, and asked for each letter of a document.
  if (allowed.test(text)) return text
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
}
