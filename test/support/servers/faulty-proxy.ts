import http from 'node:http'
import { fileServerForTest } from './file-server.ts'

/** `cut` closes the connection without a response. A number is the response status. */
type Fault = 'cut' | number

type Interceptor = (
  request: http.IncomingMessage,
  response: http.ServerResponse,
) => boolean | Promise<boolean>

export interface FaultyProxy {
  url: string
  /** Method and path of every request received. */
  requests: string[]
  /** The next `count` requests with this method get this fault, with these response headers. */
  fail(count: number, fault: Fault, method?: string, headers?: http.OutgoingHttpHeaders): void
  /** Called before every request. Returns true if it has sent the response itself. */
  intercept(response: Interceptor): void
  /** Called for every response. May change its headers. */
  onAnswer(change: (request: http.IncomingMessage, headers: http.IncomingHttpHeaders) => void): void
}

/** Starts an HTTP proxy that simulates faulty networks and overloaded servers. It is closed when the test ends. */
export async function faultyProxy(target: string): Promise<FaultyProxy> {
  const requests: string[] = []
  let left = 0
  let fault: Fault = 'cut'
  let method: string | undefined
  let faultHeaders: http.OutgoingHttpHeaders
  let intercept: Interceptor = () => false
  let change: Parameters<FaultyProxy['onAnswer']>[0] = () => undefined

  async function pass(request: http.IncomingMessage, response: http.ServerResponse) {
    requests.push(`${request.method} ${request.url}`)
    if (left > 0 && (method === undefined || method === request.method)) {
      left -= 1
      if (fault === 'cut') return void request.socket.destroy()
      request.resume()
      return void response.writeHead(fault, faultHeaders).end()
    }
    if (await intercept(request, response)) return void request.resume()
    const { headers } = request
    const onward = http.request(`${target}${request.url}`, { method: request.method, headers })
    onward.on('response', (upstreamResponse) => {
      change(request, upstreamResponse.headers)
      response.writeHead(upstreamResponse.statusCode ?? 502, upstreamResponse.headers)
      upstreamResponse.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  }

  const { url } = await fileServerForTest((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  return {
    url,
    requests,
    fail(count, nextFault, ofMethod, headers = {}) {
      left = count
      fault = nextFault
      method = ofMethod
      faultHeaders = headers
    },
    intercept(next) {
      intercept = next
    },
    onAnswer(next) {
      change = next
    },
  }
}
