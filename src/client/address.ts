/** As opposed to the name of a file or of a host. */
export function isWebAddress(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** Whether a server could be there. Only in a page there is something that a path can be of. */
export function canBeAsked(address: string): boolean {
  if (isWebAddress(address)) return URL.canParse(address)
  return address.startsWith('/') && 'location' in globalThis
}
