import { createHash } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { Problem } from '../../../src/domain/errors/problem.ts'
import type { Job } from '../../../src/domain/job/job.ts'

/** Creates a browser with one session cookie, or a program with fixed headers. */
export function visitor(url: string, always: Record<string, string> = {}): Visitor {
  let jar: Record<string, string> = {}
  const toHeader = () =>
    Object.entries(jar)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
  const ask = async (address: string, init: RequestInit = {}) => {
    const given = init.headers as Record<string, string>
    const cookie = toHeader()
    const headers = { ...always, ...given, ...(cookie && { cookie }) }
    const response = await fetch(`${url}${address}`, { ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      if (value === '') delete jar[name]
      else jar[name] = value
    }
    return response
  }
  return {
    ask,
    upload: (bytes, { filename = 'invoice.pdf', ...fields } = {}) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      form.set('file', new Blob([bytes]), filename)
      return ask('/api/upload', { method: 'POST', body: form })
    },
    become: (other) => {
      jar = Object.fromEntries(
        other
          .cookie()
          .split('; ')
          .map((pair) => pair.split('=') as [string, string]),
      )
    },
    cookie: toHeader,
    async job(id) {
      return (await (await ask(`/api/jobs/${id}`)).json()) as Job
    },
  }
}

export interface Visitor {
  ask(address: string, init?: RequestInit): Promise<Response>
  upload(bytes: Uint8Array<ArrayBuffer>, fields?: Record<string, string>): Promise<Response>
  job(id: string): Promise<Job>
  /** Continues another visitor's session. */
  become(other: Visitor): void
  cookie(): string
}

/** Sends JSON on behalf of a visitor. */
export function sendJson(person: Visitor) {
  return (method: string, address: string, body: unknown, headers = {}) =>
    person.ask(address, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
}

export async function readJob(response: Response): Promise<Job> {
  return ((await response.json()) as { job: Job }).job
}

/** Waits until a job is complete or has failed. */
export async function settle(person: Visitor, id: string, timeoutMs = 60_000): Promise<Job> {
  const isEnded = ({ status }: Job) => ['complete', 'failed'].includes(status)
  await vi.waitFor(async () => expect(isEnded(await person.job(id))).toBe(true), timeoutMs)
  return person.job(id)
}

/** Returns the status, code and sentence in an error response. Marks responses that are not problem+json. */
export async function readError(response: Response): Promise<[number, string, string]> {
  const type = response.headers.get('content-type') ?? ''
  if (!type.startsWith('application/problem+json')) return [response.status, type, '']
  const problem = (await response.json()) as Problem
  return [response.status, problem.code, problem.detail]
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
