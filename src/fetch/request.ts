import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

export interface RequestOptions {
  method: 'GET' | 'HEAD' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Approved by the guard. */
  addresses: string[]
  signal: AbortSignal
}

/**
 * Sends one request over a new connection to one of the approved addresses. The name is not resolved again,
 * which prevents DNS rebinding. Uses neither cookies nor a proxy.
 */
export async function sendRequest(url: URL, init: RequestOptions): Promise<IncomingMessage> {
  const { method, headers, body, addresses, signal } = init
  const { request } = url.protocol === 'https:' ? https : http
  const length = body !== undefined && { 'content-length': Buffer.byteLength(body) }
  const options = {
    method,
    agent: false,
    headers: { ...headers, ...length, 'accept-encoding': 'identity', 'user-agent': 'Docket' },
    signal,
    lookup: fixedLookup(addresses),
    autoSelectFamilyAttemptTimeout: 2000,
  }
  const outgoing = request(url, options)
  const response = awaitResponse(outgoing)
  outgoing.end(body)
  return response
}

/** Resolves with the response headers; rejects if the connection ends without a response. */
export function awaitResponse(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve).on('error', reject)
    // A server that switches protocols closes without an error event.
    outgoing.once('close', () => reject(new Error('Connection closed before a response')))
  })
}

/** Always returns the given addresses, so that no DNS query is made. */
export function fixedLookup(addresses: string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_, { all }, done) => {
    if (all) done(null, known)
    else done(null, known[0]?.address ?? '', known[0]?.family)
  }
}
