const secretName =
  /token|ticket|key|secret|pass|pwd|code|sig|auth|credential|session|jwt|bearer|cookie|nonce|^(next|state)$/i

/** Masks link codes and all query parameters that may grant access, for logs. */
export function redactUrl(url: string): string {
  const [path = '', ...rest] = url.split('?')
  const redactedPath = path.replace(
    /(\/(?:result|shared|unsubscribe|join|invitations|batch\/[^/]+\/links)\/)[^/]+/,
    '$1…',
  )
  if (rest.length === 0) return redactedPath
  return `${redactedPath}?${rest.join('?').split('&').map(redactParameter).join('&')}`
}

function redactParameter(parameter: string): string {
  const [name = '', ...value] = parameter.split('=')
  return value.length > 0 && secretName.test(decode(name)) ? `${name}=…` : parameter
}

function decode(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
