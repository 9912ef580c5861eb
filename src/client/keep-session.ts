/**
 * Returns a `fetch` that keeps one server's cookies, so that an anonymous client outside a browser stays in one
 * session. The first request starts the session, and concurrent requests wait for its response; otherwise, each would
 * start its own session.
 */
export function keepSession(
  fetchImpl: typeof fetch,
  cookies = new Map<string, string>(),
): typeof fetch {
  let starting: Promise<void> | undefined

  async function send(...[input, init = {}]: Parameters<typeof fetch>): Promise<Response> {
    const headers = new Headers(init.headers)
    const pairs = [...cookies].map(([name, value]) => `${name}=${value}`)
    if (pairs.length > 0 && !headers.has('cookie')) headers.set('cookie', pairs.join('; '))
    const response = await fetchImpl(input, { ...init, headers })
    for (const cookie of response.headers.getSetCookie?.() ?? []) store(cookie)
    return response
  }

  function store(cookie: string): void {
    const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(cookie) ?? []
    if (name === '') return
    if (/;\s*max-age=0\b/i.test(cookie)) cookies.delete(name)
    else cookies.set(name, value)
  }

  return async (...request) => {
    while (starting) await starting
    if (cookies.size > 0) return send(...request)
    const sent = send(...request)
    const started = () => {
      starting = undefined
    }
    starting = sent.then(started, started)
    return sent
  }
}

/** True if the Cookie header can be set. Browsers ignore it, because they keep cookies themselves. */
export function mayKeepCookies(): boolean {
  return new Request('http://localhost', { headers: { cookie: 'a=b' } }).headers.has('cookie')
}
