import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { errorRules } from '../domain/messages/error-codes.ts'
import { AppError, type ErrorCode } from '../domain/errors/app-error.ts'
import { routes } from '../domain/api/routes/routes.ts'
import { createClient } from './client.ts'
import { createDocket } from './docket.ts'
import { parseRetryAfter } from './response-error.ts'
import { errors } from '../domain/i18n/en/errors.ts'

type Responder = (request: IncomingMessage, response: ServerResponse) => unknown

interface SeenRequest {
  method: string | undefined
  url: string | undefined
  headers: IncomingMessage['headers']
  body: string
}

const id = '00000000-0000-7000-8000-000000000001'
const health = JSON.stringify({ status: 'ok', version: '1' })

let responses: Responder[]
let seen: SeenRequest[]
let baseUrl: string
const server = createServer((request, response) => void handleRequest(request, response))

async function handleRequest(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request
  seen.push({ method, url, headers, body: await text(request) })
  const respond = responses.length > 1 ? responses.shift() : responses[0]
  respond?.(request, response)
}

beforeEach(async () => {
  responses = [respondOk]
  seen = []
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

const respondOk: Responder = (_, response) => response.end(health)

function respondWithProblem(code: ErrorCode, headers: Record<string, string> = {}): Responder {
  const { status } = errorRules[code]
  const message = errors[code]
  const problem = { type: 'about:blank', title: '', status, code, detail: message, request_id: '1' }
  return (_, response) => response.writeHead(status, headers).end(JSON.stringify(problem))
}

describe('call', () => {
  it('sends the token and returns the typed response', async () => {
    const { call } = createClient({ baseUrl: `${baseUrl}/`, token: 'secret' })
    const { version } = await call(routes.health)
    expect(version).toBe('1')
    expect(seen[0]).toMatchObject({
      url: '/api/healthz',
      headers: { authorization: 'Bearer secret' },
    })
  })

  it('writes params and query into the URL, and the body as JSON', async () => {
    responses = [respondWithProblem('NOT_FOUND')]
    const { call } = createClient({ baseUrl, token: async () => 'later' })
    const routeInput = {
      params: { id },
      body: { expires_in_hours: 3 },
      headers: { 'x-more': 'yes' },
    }
    await expect(call(routes.shareJob, routeInput)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      call(routes.downloadJob, { params: { id: 'a/b' }, query: { format: 'xml' } }),
    ).rejects.toThrow(AppError)
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: `/api/jobs/${id}/share`,
      headers: {
        authorization: 'Bearer later',
        'content-type': 'application/json',
        'x-more': 'yes',
      },
      body: '{"expires_in_hours":3}',
    })
    expect(seen[1]?.url).toBe('/api/jobs/a%2Fb/download?format=xml')
  })

  it.each([{}, { id: '' }])('rejects the path params %j without a request', async (params) => {
    const { call, request, url } = createClient({ baseUrl })
    const error = {
      code: 'INVALID_REQUEST',
      message: 'The parameter "id" of /api/jobs/:id is missing. Pass it as { params: { id: … } }.',
    }
    const routeInput = { params: params as { id: string } }
    await expect(call(routes.getJob, routeInput)).rejects.toMatchObject(error)
    await expect(request(routes.deleteJob, routeInput)).rejects.toMatchObject(error)
    expect(() => url(routes.getJob, routeInput)).toThrow(error.message)
    expect(seen).toEqual([])
  })

  it('names the server that it cannot reach, except in a web page', async () => {
    const refuse = () => Promise.reject(new TypeError('fetch failed'))
    const { call } = createClient({ baseUrl: `${baseUrl}/`, fetch: refuse, retries: 0 })
    await expect(call(routes.health)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: `Cannot reach Docket at ${baseUrl}. Check the address, and that the server is running.`,
    })
    vi.stubGlobal('location', new URL(baseUrl))
    onTestFinished(() => void vi.unstubAllGlobals())
    await expect(
      createClient({ fetch: refuse, retries: 0 }).call(routes.health),
    ).rejects.toMatchObject({ message: 'Cannot reach Docket. Check your connection.' })
  })

  it("sends text with the route's content type", async () => {
    const imported = { created: 1, changed: 0, unchanged: 0 }
    const body = JSON.stringify({ ...imported, rejected_count: 0, rejected: [], columns: [] })
    responses = [(_, response) => response.end(body)]
    await createClient({ baseUrl }).call(routes.importUnits, { text: 'code,name' })
    expect(seen).toMatchObject([{ body: 'code,name', headers: { 'content-type': 'text/csv' } }])
  })

  it('omits the Authorization header if there is no token', async () => {
    await createClient({ baseUrl }).call(routes.health)
    expect(seen[0]?.headers).not.toHaveProperty('authorization')
  })

  it('returns undefined for an empty response', async () => {
    responses = [(_, response) => response.writeHead(204).end()]
    await expect(createClient({ baseUrl }).call(routes.endSession)).resolves.toBeUndefined()
  })

  it.each([
    [200, '{}'],
    [200, '<html>'],
    [404, '<html>'],
    [404, '{"message":"Not Found"}'],
    [500, ''],
  ])('rejects a %i response with %s as not from Docket, without a retry', async (status, body) => {
    responses = [(_, response) => response.writeHead(status).end(body)]
    await expect(createClient({ baseUrl }).call(routes.health)).rejects.toMatchObject({
      code: 'NOT_DOCKET',
      status,
      message: `This address responded with status ${status}, but it is not a Docket server. Check the address.`,
    })
    await expect(createDocket({ baseUrl }).wait(id)).rejects.toMatchObject({ code: 'NOT_DOCKET' })
    expect(seen).toHaveLength(2)
  })

  it('shows an error with an unknown code from a newer Docket', async () => {
    const problem = { code: 'TOO_FAST', detail: 'Read this first.', request_id: 'r-1' }
    responses = [(_, response) => response.writeHead(409).end(JSON.stringify(problem))]
    await expect(createClient({ baseUrl }).call(routes.health)).rejects.toMatchObject({
      code: 'UNKNOWN',
      status: 409,
      request_id: 'r-1',
      message: 'Read this first. (TOO_FAST)',
    })
    expect(seen).toHaveLength(1)
  })

  it.each(['127.0.0.1:3000', 'localhost:3000', 'ftp://127.0.0.1', 'http://[', ''])(
    'rejects the base URL "%s"',
    async (invalidUrl) => {
      const response = createClient({ baseUrl: invalidUrl }).call(routes.health)
      await expect(response).rejects.toMatchObject({
        code: 'BAD_SETTING',
        status: undefined,
        message: expect.stringMatching(invalidUrl === '' ? /baseUrl/ : /begins with http:/),
      })
    },
  )
})

describe('a call that fails temporarily', () => {
  const keyHeaders = { 'idempotency-key': 'k' }

  it('is retried if it is a GET or has an Idempotency-Key', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(-1)
    const cut: Responder = (request) => request.socket.destroy()
    const breakOff: Responder = ({ socket }, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{', () => socket.destroy())
    }
    responses = [respondWithProblem('UNAVAILABLE'), cut, breakOff, respondOk]
    await createClient({ baseUrl }).call(routes.health)
    expect(seen).toHaveLength(4)
    seen = []
    responses = [respondWithProblem('BUSY'), respondWithProblem('NOT_READY')]
    const shared = createClient({ baseUrl }).call(routes.shareJob, {
      params: { id },
      headers: keyHeaders,
    })
    await expect(shared).rejects.toMatchObject({ code: 'NOT_READY' })
    expect(seen).toHaveLength(2)
  })

  it('is retried while an earlier request with the same key is in progress', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(-1)
    const share = { id, code: 'c', url: 'https://docket.test/s/c' }
    responses = [
      (request) => request.socket.destroy(),
      respondWithProblem('KEY_IN_USE', { 'retry-after': '0' }),
    ]
    responses.push((_, response) => response.writeHead(201).end(JSON.stringify(share)))
    const shared = await createClient({ baseUrl }).request(routes.shareJob, {
      params: { id },
      headers: keyHeaders,
    })
    expect(await shared.json()).toEqual(share)
    expect(seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k', 'k'])
  })

  it.each([429, 502, 503, 504])('is retried after a %i from a proxy', async (status) => {
    vi.spyOn(Math, 'random').mockReturnValue(-1)
    responses = [(_, response) => response.writeHead(status).end('<html>'), respondOk]
    await createClient({ baseUrl }).call(routes.health)
    expect(seen).toHaveLength(2)
  })

  it('is classified by its status, not by its code', async () => {
    const problem = JSON.stringify({ code: 'UNAVAILABLE', detail: 'For good.' })
    responses = [(_, response) => response.writeHead(410).end(problem)]
    const response = createClient({ baseUrl }).call(routes.health)
    await expect(response).rejects.toMatchObject({ code: 'UNAVAILABLE', status: 410 })
    expect(seen).toHaveLength(1)
  })

  it('is not retried if it could run twice', async () => {
    responses = [respondWithProblem('UNAVAILABLE')]
    const retried = createClient({ baseUrl }).call(routes.retryJob, { params: { id } })
    await expect(retried).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(seen).toHaveLength(1)
  })

  it.each<ErrorCode>(['INVALID_REQUEST', 'UNAUTHORIZED', 'NOT_READY', 'UNKNOWN'])(
    'is not retried after %s',
    async (code) => {
      responses = [respondWithProblem(code)]
      await expect(createClient({ baseUrl }).call(routes.health)).rejects.toMatchObject({ code })
      expect(seen).toHaveLength(1)
    },
  )

  it('waits at least for Retry-After', async () => {
    responses = [respondWithProblem('UNAVAILABLE', { 'retry-after': '1' }), respondOk]
    const startedAt = performance.now()
    await createClient({ baseUrl }).call(routes.health)
    expect(performance.now() - startedAt).toBeGreaterThan(1000)
  })

  it('fails immediately if Retry-After is long and reports the wait', async () => {
    responses = [respondWithProblem('UNAVAILABLE', { 'retry-after': '600' })]
    await expect(createClient({ baseUrl }).call(routes.health)).rejects.toMatchObject({
      retryAfterSeconds: 600,
    })
    expect(seen).toHaveLength(1)
  })

  it('is retried at most as often as configured', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(-1)
    responses = [respondWithProblem('UNAVAILABLE')]
    await expect(createClient({ baseUrl, retries: 2 }).call(routes.health)).rejects.toThrow(
      AppError,
    )
    expect(seen).toHaveLength(3)
  })

  it('ends immediately when aborted', async () => {
    const abortController = new AbortController()
    responses = [
      (request, response) => {
        respondWithProblem('UNAVAILABLE', { 'retry-after': '20' })(request, response)
        response.on('close', () => setTimeout(() => abortController.abort(new Error('gone'))))
      },
    ]
    const response = createClient({ baseUrl }).call(routes.health, {
      signal: abortController.signal,
    })
    await expect(response).rejects.toThrow('gone')
    expect(seen).toHaveLength(1)
  })
})

describe('Retry-After', () => {
  const now = Date.parse('2026-01-01T00:00:00Z')
  it.each<[string | null, number | undefined]>([
    ['7', 7],
    ['0', 0],
    ['-3', 0],
    ['Thu, 01 Jan 2026 00:00:09 GMT', 9],
    ['Thu, 01 Jan 2020 00:00:09 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
  ])('parses %s as %s seconds', (header, seconds) => {
    expect(parseRetryAfter(header, now)).toBe(seconds)
  })
})
