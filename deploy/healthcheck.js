// node healthcheck.js PATH [PORT]: exits with 0 if this container's Docket responds with 2xx at PATH, else with 1.
const [, , path, port = process.env.PORT ?? 3000] = process.argv
const url = `http://127.0.0.1:${port}${path}`
const answer = await fetch(url, { signal: AbortSignal.timeout(4000) }).catch(() => undefined)
process.exit(answer?.ok ? 0 : 1)
