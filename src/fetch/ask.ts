import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'

export interface Asking {
  method: 'GET' | 'HEAD' | 'POST'
  headers: Record<string, string>
  body?: string
  /** Those that the guard has judged. */
  addresses: string[]
  signal: AbortSignal
}

/**
 * One request over a connection of its own to one of the addresses given: the name is not looked up again, so that it
 * cannot point elsewhere by now. Without cookies, and by no proxy.
 */
export async function ask(url: URL, asking: Asking): Promise<IncomingMessage> {
  const { method, headers, body, addresses, signal } = asking
  const { request } = url.protocol === 'https:' ? https : http
  const length = body !== undefined && { 'content-length': Buffer.byteLength(body) }
  const options = {
    method,
    agent: false,
    headers: { ...headers, ...length, 'accept-encoding': 'identity', 'user-agent': 'Docket' },
    signal,
    lookup: lookupOf(addresses),
    autoSelectFamilyAttemptTimeout: 2000,
  }
  const asked = request(url, options)
  const answer = answerTo(asked)
  asked.end(body)
  return answer
}

/** Resolves when the answer begins; rejects where none comes. */
export function answerTo(asked: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    asked.once('response', resolve).on('error', reject)
    // Without an error where the server asks for another protocol.
    asked.once('close', () => reject(new Error('The connection ended without an answer')))
  })
}

/** Looks nothing up: these are the addresses, whatever the name. */
export function lookupOf(addresses: string[]): LookupFunction {
  const known = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_, { all }, done) => {
    if (all) done(null, known)
    else done(null, known[0]?.address ?? '', known[0]?.family)
  }
}
