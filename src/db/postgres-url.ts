import { parseUrl } from '../domain/values/parse-url.ts'

const urlParts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/s
const attribute = 'target_session_attrs'

/**
 * Returns one URL per host. Accepts libpq's form
 * `postgres://user@host1:5432,host2:5432/name?target_session_attrs=read-write`. Throws with the reason if it is
 * invalid.
 */
export function splitHosts(url: string): string[] {
  const [, scheme, hosts, rest] = urlParts.exec(url) ?? []
  if (scheme === undefined || hosts === undefined || rest === undefined) {
    throw new Error('must begin with postgres://')
  }
  return hosts.split(',').map((host) => toSingleUrl(scheme + host + rest))
}

/** Removes `target_session_attrs`, because Docket itself looks for the host that accepts writes. */
function toSingleUrl(text: string): string {
  const url = parseUrl(text)
  if (!url) throw new Error('has an invalid host')
  const wanted = url.searchParams.get(attribute)
  if (wanted === null) return text
  if (!['read-write', 'primary', 'any'].includes(wanted)) {
    throw new Error(`has ${attribute}=${wanted}, but Docket must be able to write: use read-write`)
  }
  url.searchParams.delete(attribute)
  return url.href
}
