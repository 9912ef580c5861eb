import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

export interface RequestOptions {
  method: 'GET' | 'HEAD' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Addresses that the guard approved. */
  addresses: string[]
  signal: AbortSignal
}

/**
 * Sends one request over a new connection to one of the approved addresses. Does not resolve the name again, which
 * prevents DNS rebinding. Uses neither cookies nor a proxy.
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

/** Resolves to the response once its headers arrive. Rejects if the connection ends without a response. */
export function awaitResponse(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once('response', resolve).on('error', reject)
    // A server that switches protocols closes the connection without an error event.
    outgoing.once('close', () => reject(new Error('Connection closed before a response')))
  })
}

/** Creates a lookup function that always returns these addresses, without a DNS query. */
export function fixedLookup(addresses: string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_, { all }, done) => {
    if (all) done(null, known)
    else done(null, known[0]?.address ?? '', known[0]?.family)
  }
}
