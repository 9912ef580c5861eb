import { parseUrl } from '../domain/values/parse-url.ts'

export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** True if `fetch` accepts the URL. A relative path works only in a web page. */
export function isFetchable(url: string): boolean {
  if (isHttpUrl(url)) return parseUrl(url) !== undefined
  return url.startsWith('/') && 'location' in globalThis
}
