/** Parses addresses, and domains that start with @: `accounting@example.com, @supplier.example`. */
export function parseAllowedSenders(text: string): readonly string[] {
  return text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((one) => one !== '')
}

/** True if all senders of a message are allowed. False for a message without a sender. */
export function isAllowedSender(from: readonly string[], allowed: readonly string[]): boolean {
  const isAllowed = (address: string) =>
    allowed.some((one) => (one.startsWith('@') ? address.endsWith(one) : address === one))
  return from.length > 0 && from.every(isAllowed)
}
