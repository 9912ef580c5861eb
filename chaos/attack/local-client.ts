import http from 'node:http'
import { text } from 'node:stream/consumers'

export interface ClientResponse {
  status: number
  headers: http.IncomingHttpHeaders
  body: string
  ms: number
}

export interface ClientRequest {
  method?: string | undefined
  headers?: Record<string, string> | undefined
  body?: Uint8Array | string | FormData | undefined
}

export interface LocalClient {
  address: string
  /** Rejects if the connection ends without a response. */
  ask(path: string, request?: ClientRequest): Promise<ClientResponse>
  /** Opens an event stream; resolves with its response once the headers have arrived. */
  stream(path: string): Promise<http.IncomingMessage>
  forgetSession(): void
  close(): void
}

const timeoutMs = 60_000

/** Creates a client with one session and its own loopback address, because limits apply per address. */
export function createLocalClient(url: string, address: string): LocalClient {
  const { port } = new URL(url)
  const agent = new http.Agent({ keepAlive: true })
  let cookie: string | undefined

  async function send(
    path: string,
    { method = 'GET', headers = {}, body }: ClientRequest,
    options: http.RequestOptions = { agent, timeout: timeoutMs },
  ): Promise<http.IncomingMessage> {
    const encoded = body instanceof FormData ? new Response(body) : undefined
    const type = encoded && { 'content-type': encoded.headers.get('content-type') ?? '' }
    const bytes = encoded ? Buffer.from(await encoded.arrayBuffer()) : (body as string | undefined)
    const length = bytes === undefined ? {} : { 'content-length': Buffer.byteLength(bytes) }
    const request = http.request({
      host: '127.0.0.1',
      port,
      path,
      method,
      localAddress: address,
      headers: { ...length, ...type, ...(cookie && { cookie }), ...headers },
      ...options,
    })
    return new Promise((resolve, reject) => {
      // A request that timed out may emit a second error.
      request.once('response', resolve).on('error', reject)
      request.once('timeout', () => request.destroy(new Error('timed out')))
      request.end(bytes)
    })
  }

  function remember({ headers }: http.IncomingMessage): void {
    cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
  }

  return {
    address,
    async ask(path, request = {}) {
      const startedAt = performance.now()
      const response = await send(path, request)
      remember(response)
      const body = await text(response)
      const ms = performance.now() - startedAt
      return { status: response.statusCode ?? 0, headers: response.headers, body, ms }
    },
    async stream(path) {
      const response = await send(path, {}, { agent: false })
      remember(response)
      return response
    },
    forgetSession() {
      cookie = undefined
    },
    close: () => agent.destroy(),
  }
}

/** Creates a multipart form with one PDF. */
export function createUploadForm(
  pdf: Uint8Array<ArrayBuffer>,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', new Blob([pdf]), 'document.pdf')
  return form
}
