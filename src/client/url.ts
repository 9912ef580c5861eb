/** As opposed to the name of a file or of a host. */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** Whether a server could be there. Only in a page there is something that a path can be of. */
export function isFetchable(url: string): boolean {
  if (isHttpUrl(url)) return URL.canParse(url)
  return url.startsWith('/') && 'location' in globalThis
}
