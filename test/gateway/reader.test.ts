import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  readThroughGateway,
  type GatewayOptions,
} from '../../src/reading/gateway/read-through-gateway.ts'
import type { SandboxResult } from '../../src/extraction/sandbox/sandbox.ts'
import { pdfOfSize } from '../fixtures/pdfs.ts'
import { deferred } from '../support/processes/deferred.ts'
import { noopTracer } from '../../src/domain/ports/tracer.ts'
import { changeProtocol, startThirdPartyGateway } from '../support/servers/gateway.ts'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docket-reader-'))
  file = path.join(folder, 'source.pdf')
  await writeFile(file, await pdfOfSize(200_000))
  return () => rm(folder, { recursive: true })
})

type Reading = Partial<GatewayOptions> & { signal?: AbortSignal }

function read(url: string, { signal, ...options }: Reading = {}): Promise<SandboxResult> {
  const run = {
    signal: signal ?? new AbortController().signal,
    span: noopTracer.begin('read'),
    onProgress: () => undefined,
    call: <Body>(_: string, work: () => Promise<Body>) => work(),
  }
  const document = { file, folder, sha256: '', is_public: false, request_id: null }
  const facts = { has_directory: false, has_layouts: false }
  const task = {
    ...document,
    ...facts,
    mapping: 'auto',
    params: {},
    job_id: 'job-1',
    owner_id: 'user:ada',
  }
  const reader = readThroughGateway({ url, timeoutMs: 20_000, ...options })
  return reader(task, run)
}

/** Starts a gateway that reads the whole document and then behaves as given. */
function afterReading(respond: (response: ServerResponse) => void): Promise<string> {
  return startThirdPartyGateway((request, response) => {
    request.resume().on('end', () => respond(response))
  })
}

/** Starts a gateway that always sends this response. */
function gatewayWith(status: number, headers: Record<string, string>, body = ''): Promise<string> {
  return afterReading((response) => void response.writeHead(status, headers).end(body))
}

/** Writes until the connection closes. Returns the number of bytes written. */
function writeUntilClosed(response: ServerResponse): () => number {
  const chunk = 'x'.repeat(100_000)
  let chunks = 0
  const writeMore = () => {
    while (!response.destroyed && response.write(chunk)) chunks += 1
    response.once('drain', writeMore)
  }
  writeMore()
  return () => chunks * chunk.length
}

const xml = { 'content-type': 'application/xml' }
const problem = { 'content-type': 'application/problem+json' }

describe('a third-party gateway', () => {
  it('receives the document as a form, and its XML is the only output', async () => {
    const seen: { request?: IncomingMessage; body?: string } = {}
    const url = await startThirdPartyGateway((request, response) => {
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        Object.assign(seen, { request, body: Buffer.concat(chunks).toString('latin1') })
        response.writeHead(200, xml).end('<a>å</a>')
      })
    })
    const result = await read(url)
    const output = path.join(folder, 'answer.xml')
    expect(result).toEqual({
      mapping: 'auto',
      page_count: 0,
      word_count: 0,
      review_reasons: [],
      summary: null,
      outputs: [
        { format: 'xml', content_type: 'application/xml; charset=utf-8', file: output, bytes: 9 },
      ],
    })
    expect(await readFile(output, 'utf8')).toBe('<a>å</a>')
    expect(seen.request).toMatchObject({ method: 'POST', url: '/process' })
    expect(seen.request?.headers).toMatchObject({
      accept: 'application/xml',
      'content-length': String(seen.body?.length),
    })
    const parts =
      seen.body?.split(`--${seen.request?.headers['content-type']?.split('=')[1]}`) ?? []
    const values = parts.slice(1, -1).map((part) => {
      const [head = '', ...value] = part.split('\r\n\r\n')
      return [/name="(\w+)"/.exec(head)?.[1], value.join('\r\n\r\n').slice(0, -2)]
    })
    expect(values.slice(0, 3)).toEqual([
      ['mapping', 'auto'],
      ['pretty', '1'],
      ['job_id', 'job-1'],
    ])
    expect(hash(Buffer.from(values[3]?.[1] ?? '', 'latin1'))).toBe(hash(await readFile(file)))
  })

  it.each(['', '/', '/process', '/process/'])(
    'can be configured with a URL ending in %j',
    async (end) => {
      const requests: unknown[] = []
      const url = await startThirdPartyGateway((request, response) => {
        requests.push(request.url)
        request.resume().on('end', () => response.writeHead(200, xml).end('<a/>'))
      })
      await read(`${url}/below${end}`)
      expect(requests).toEqual(['/below/process'])
    },
  )

  it.each([
    ['text/xml'],
    ['application/xml; charset=utf-8'],
    ['application/soap+xml'],
    [undefined],
  ])('can label its XML %s', async (type) => {
    const url = await gatewayWith(200, type ? { 'content-type': type } : {}, '\ufeff \n<a/>')
    expect((await read(url)).outputs).toHaveLength(1)
  })
})

describe('a rejection by a gateway', () => {
  it.each([
    [413, 'TOO_LARGE'],
    [400, 'GW_4XX'],
    [404, 'GW_4XX'],
    [406, 'GW_4XX'],
    [422, 'GW_4XX'],
    [429, 'GW_4XX'],
    [302, 'GW_4XX'],
    [204, 'GW_5XX'],
    [500, 'GW_5XX'],
    [502, 'GW_5XX'],
    [503, 'GW_5XX'],
    [504, 'GW_5XX'],
  ])('maps %i to %s and is retried only if that may help', async (status, code) => {
    const rule = { retry: code === 'GW_5XX' }
    await expect(read(await gatewayWith(status, {}))).rejects.toMatchObject({ code, rule })
  })

  it("is passed on in the gateway's words if it concerns the document", async () => {
    const detail = 'This PDF holds only pictures.'
    const body = JSON.stringify({ code: 'NO_TEXT', detail: `\0${detail}` })
    const rejection = (status: number, headers: Record<string, string>, text = body) =>
      gatewayWith(status, headers, text).then((url) => read(url))
    await expect(rejection(422, problem)).rejects.toMatchObject({ code: 'GW_4XX', message: detail })
    await expect(rejection(413, problem)).rejects.toMatchObject({
      code: 'TOO_LARGE',
      message: detail,
    })
    const known = { code: 'page_damaged', params: { page: 2 } }
    const docket = { detail, reason: known.code, params: { page: 2, odd: '\0' } }
    await expect(rejection(422, problem, JSON.stringify(docket))).rejects.toMatchObject({
      detail: { ...known, params: { page: 2, odd: '' }, message: detail },
    })
    const json = { 'content-type': 'application/json' }
    await expect(rejection(400, json)).rejects.toThrow(detail)
    await expect(rejection(400, json, '{"detail":[{"loc":1}]}')).rejects.toThrow(/rejected .* 400/)
    await expect(rejection(400, json, '{"detail":')).rejects.toThrow(/rejected .* 400/)
    await expect(rejection(400, { 'content-type': 'text/html' })).rejects.toThrow(/rejected .* 400/)
    const failure = await rejection(500, problem).catch((error: Error) => error)
    expect(failure).toMatchObject({ cause: { message: expect.stringContaining(detail) } })
    expect((failure as Error).message).not.toContain(detail)
    const long = JSON.stringify({ detail: 'x'.repeat(9000) })
    await expect(rejection(400, problem, long)).rejects.toMatchObject({ message: 'x'.repeat(500) })
    await expect(rejection(400, problem, ' '.repeat(9_000_000))).rejects.toThrow(/rejected .* 400/)
  })

  it('is received even if the gateway does not read the whole file', async () => {
    await writeFile(file, await pdfOfSize(30_000_000))
    const url = await startThirdPartyGateway((_, response) => void response.writeHead(413).end())
    await expect(read(url)).rejects.toMatchObject({ code: 'TOO_LARGE' })
  })

  it.each([['text/plain'], ['application/json']])(
    'is cut off if endless, even if it is %s',
    async (type) => {
      const disconnected = deferred()
      const url = await afterReading((response) => {
        response.once('close', disconnected.resolve).writeHead(400, { 'content-type': type })
        writeUntilClosed(response)
      })
      await expect(read(url)).rejects.toMatchObject({ code: 'GW_4XX' })
      await disconnected.promise
    },
  )

  it('is not followed if it redirects', async () => {
    const requests: unknown[] = []
    const url = await startThirdPartyGateway((request, response) => {
      requests.push(request.url)
      request.resume().on('end', () => response.writeHead(307, { location: '/other' }).end())
    })
    await expect(read(url)).rejects.toThrow(/GATEWAY_URL/)
    expect(requests).toEqual(['/process'])
  })

  it('is retried after the given delay if caused by load, and is not a failure', async () => {
    let turns = 0
    const url = await afterReading((response) => {
      turns += 1
      if (turns === 3) response.writeHead(200, xml).end('<a/>')
      else response.writeHead(503, { ...problem, 'retry-after': '0' }).end('{"code":"BUSY"}')
    })
    expect((await read(url)).outputs).toHaveLength(1)
    expect(turns).toBe(3)
  })

  it('includes a refused connection', async () => {
    const url = await gatewayWith(200, xml)
    await expect(read(url.replace(/\d+$/, '1'))).rejects.toMatchObject({
      code: 'GW_5XX',
      cause: { code: 'ECONNREFUSED' },
    })
  })
})

describe('an unusable response', () => {
  const cut: RequestListener = (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { ...xml, 'content-length': 100 }).write('<a>')
      setImmediate(() => response.destroy())
    })
  }
  const cutChunks: RequestListener = (request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, xml).write('<a>', () => response.destroy())
    })
  }

  it.each<[string, () => Promise<string>]>([
    ['is only promised', () => gatewayWith(202, xml, '<a/>')],
    ['is empty', () => gatewayWith(200, xml)],
    ['is blank', () => gatewayWith(200, xml, ' \n ')],
    ['is a web page', () => gatewayWith(200, { 'content-type': 'text/html' }, '<html>')],
    ['is JSON', () => gatewayWith(200, { 'content-type': 'application/json' }, '{}')],
    ['is text, though called XML', () => gatewayWith(200, xml, 'It broke.')],
    ['is text without a type', () => gatewayWith(200, {}, 'It broke.')],
    ['is cut', () => startThirdPartyGateway(cut)],
    ['is cut between chunks', () => startThirdPartyGateway(cutChunks)],
    ['changes the protocol', () => startThirdPartyGateway(changeProtocol)],
    [
      'says that it is ours and is not',
      () => gatewayWith(200, { 'content-type': 'application/vnd.docket.extraction' }, '<a/>'),
    ],
    ['is a closed connection', () => afterReading((response) => void response.destroy())],
  ])('%s', async (_, start) => {
    await expect(read(await start())).rejects.toMatchObject({ code: 'GW_5XX' })
  })

  it('is cut off at the limit if endless', async () => {
    const disconnected = deferred()
    let sent = () => 0
    const url = await afterReading((response) => {
      response.once('close', disconnected.resolve).writeHead(200, xml).write('<a>')
      sent = writeUntilClosed(response)
    })
    await expect(read(url, { maxResponseBytes: 2 * 1024 * 1024 })).rejects.toMatchObject({
      code: 'GW_5XX',
      message: expect.stringContaining('larger than 2 MB'),
    })
    await disconnected.promise
    expect(sent()).toBeLessThan(20_000_000)
  })

  it('includes a response that does not fit on the disk', async () => {
    await symlink('/dev/full', path.join(folder, 'answer.xml'))
    await expect(read(await gatewayWith(200, xml, '<a/>'))).rejects.toMatchObject({
      code: 'IO_ERROR',
      rule: { retry: true },
      cause: { cause: { code: 'ENOSPC' } },
    })
  })
})

describe('time limits', () => {
  const stalls: Record<string, RequestListener> = {
    'does not take the document': () => undefined,
    'does not answer': (request) => void request.resume(),
    'stops in the middle of its answer': (request, response) => {
      request.resume().on('end', () => void response.writeHead(200, xml).write('<a>'))
    },
    'is always busy': (request, response) => {
      const headers = { ...problem, 'retry-after': '0' }
      request.resume().on('end', () => response.writeHead(503, headers).end('{"code":"BUSY"}'))
    },
  }

  it.each(Object.entries(stalls))('apply to a gateway that %s', async (_, listener) => {
    await writeFile(file, await pdfOfSize(30_000_000))
    const url = await startThirdPartyGateway(listener)
    const timedOut = { code: 'GW_TIMEOUT', rule: { retry: true } }
    await expect(read(url, { timeoutMs: 600 })).rejects.toMatchObject(timedOut)
  })

  it.each(Object.entries(stalls))('do not delay an abort if the gateway %s', async (_, on) => {
    const abort = new AbortController()
    const requested = deferred()
    const requests: IncomingMessage[] = []
    const left: Promise<unknown>[] = []
    const url = await startThirdPartyGateway((request, response) => {
      requests.push(request)
      left.push(once(response, 'close'))
      on(request, response)
      requested.resolve()
    })
    const reading = read(url, { signal: abort.signal })
    const outcome = expect(reading).rejects.toThrow('the lease is lost')
    await requested.promise
    abort.abort(new Error('the lease is lost'))
    await outcome
    // A client that does not read does not notice that the other end has closed.
    for (const request of requests) request.resume()
    await Promise.all(left)
  })
})

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
