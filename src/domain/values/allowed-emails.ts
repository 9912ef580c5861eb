interface EmailClaims {
  email?: unknown
  email_verified?: unknown
}

/**
 * True if a user may sign in. If there is a list, the provider must also have verified the address, because some
 * providers let users enter any address.
 */
export function isAllowedEmail(
  allowed: readonly string[] | undefined,
  { email, email_verified }: EmailClaims,
): boolean {
  if (allowed === undefined) return true
  if (typeof email !== 'string' || email_verified !== true) return false
  const address = email.toLowerCase()
  const domain = address.slice(address.lastIndexOf('@'))
  return allowed.some((one) => one === address || one === domain)
}

/**
 * Parses a list such as `ada@example.com, @example.org`. Returns undefined if an entry is neither an address nor a
 * domain.
 */
export function parseAllowedEmails(list: string): string[] | undefined {
  const entries = list.split(',').map((entry) => entry.trim().toLowerCase())
  const isEach = entries.every((entry) => /^[^@\s]*@[^@\s]+\.[^@\s]+$/.test(entry))
  return isEach ? entries : undefined
}
