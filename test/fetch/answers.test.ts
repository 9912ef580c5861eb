import type { RequestListener } from 'node:http'
import https from 'node:https'
import { createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { AppError } from '../../src/domain/errors/app-error.ts'
import { type FetchResponse, createFetch, fetchLimits } from '../../src/fetch/fetch.ts'
import { createGuard } from '../../src/fetch/guard.ts'
import { createSelfSignedCertificate } from '../support/servers/certificate.ts'
import { deferred } from '../support/processes/deferred.ts'
import { fileServerForTest, listenForTest } from '../support/servers/file-server.ts'

const guard = createGuard({ resolve: async () => [], allowLoopback: true })
const neverAborted = new AbortController().signal

/** Returns the text of the response, or the error code. */
async function fetchOutcome(
  url: string,
  {
    limits = fetchLimits,
    signal = neverAborted,
    use = readText as (response: FetchResponse) => Promise<unknown>,
  } = {},
): Promise<unknown> {
  return createFetch(guard, limits)(url, signal, use).catch((error: AppError) => error.code)
}

async function readText({ chunks }: FetchResponse): Promise<string> {
  const parts: Buffer[] = []
  for await (const chunk of chunks) parts.push(chunk)
  return Buffer.concat(parts).toString()
}

async function fileServer(onRequest: RequestListener): Promise<string> {
  return (await fileServerForTest(onRequest)).url
}

/** Starts a server that sends exactly these bytes, valid HTTP or not. */
async function rawServer(...lines: string[]): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(lines.join('\r\n')))
  })
  return `http://127.0.0.1:${await listenForTest(server)}`
}

describe('a file', () => {
  it('is requested without cookies, compression or custom headers', async () => {
    const { url, requests } = await fileServerForTest((_, response) => response.end('the file'))
    expect(await fetchOutcome(`${url}/a.pdf?b=c`)).toBe('the file')
    expect(requests).toMatchObject([{ method: 'GET', url: '/a.pdf?b=c' }])
    expect(requests[0]?.headers).toEqual({
      accept: 'application/pdf, image/jpeg, image/png, image/tiff, */*;q=0.1',
      'accept-encoding': 'identity',
      'user-agent': 'Docket',
      host: url.slice('http://'.length),
      connection: 'close',
    })
  })

  it.each([
    ['/meets/Heat%20Sheet.pdf', undefined, 'Heat Sheet.pdf'],
    ['/%E0%A4%A.pdf', undefined, '%E0%A4%A.pdf'],
    ['/', undefined, ''],
    ['/download?id=3', `attachment; filename="Final.pdf"`, 'Final.pdf'],
    ['/download', `attachment; filename*=UTF-8''%C3%9Cber.pdf`, 'Über.pdf'],
    ['/download', 'not / a header', 'download'],
  ])('takes its name from %s and %j: %j', async (address, disposition, filename) => {
    const url = await fileServer((_, response) => {
      if (disposition) response.setHeader('content-disposition', disposition)
      response.end()
    })
    const use = async (response: FetchResponse) => response.filename
    expect(await fetchOutcome(url + address, { use })).toBe(filename)
  })

  it('reports its length if the server does', async () => {
    const url = await fileServer((request, response) => {
      if (request.url === '/stated') response.setHeader('content-length', 4)
      else response.flushHeaders()
      response.end('file')
    })
    const use = async (response: FetchResponse) => response.bytes
    expect(await fetchOutcome(`${url}/stated`, { use })).toBe(4)
    expect(await fetchOutcome(`${url}/unstated`, { use })).toBeUndefined()
  })
})

describe('a redirect', () => {
  /** `/n` redirects to `/n-1`, and `/0` is the file. */
  const countdown: RequestListener = (request, response) => {
    const left = Number(request.url?.slice(1))
    if (left === 0) response.end('the file')
    else response.writeHead(302, { location: `/${left - 1}` }).end('Moved')
  }

  it('is followed five times, but not six', async () => {
    const { url, requests } = await fileServerForTest(countdown)
    expect(await fetchOutcome(`${url}/5`)).toBe('the file')
    expect(await fetchOutcome(`${url}/6`)).toBe('BLOCKED_URL')
    expect(requests).toHaveLength(12)
  })

  it.each([301, 302, 303, 307, 308])('is followed for status %d', async (status) => {
    const url = await fileServer((request, response) => {
      if (request.url === '/new') response.end('the file')
      else response.writeHead(status, { location: 'new' }).end()
    })
    expect(await fetchOutcome(`${url}/old`)).toBe('the file')
  })

  it.each([
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://[::ffff:10.0.0.1]/',
    'http://0xa000001/',
    'http://user:secret@127.0.0.1/',
    'http://93.184.216.34:22/',
    '//192.168.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    'data:application/pdf,%25PDF-',
    'http://',
  ])('is rejected if it leads to %s', async (location) => {
    const url = await fileServer((_, response) => response.writeHead(302, { location }).end())
    expect(await fetchOutcome(url)).toBe('BLOCKED_URL')
  })

  it('is rejected in a loop', async () => {
    const { url, requests } = await fileServerForTest((_, response) =>
      response.writeHead(302, { location: '/' }).end(),
    )
    expect(await fetchOutcome(url)).toBe('BLOCKED_URL')
    expect(requests).toHaveLength(6)
  })

  it('is rejected from https to http', () => {
    const from = new URL('https://public.example/a')
    expect(guard.parse('https://public.example/b', from).href).toBe('https://public.example/b')
    expect(() => guard.parse('http://public.example/b', from)).toThrow()
  })
})

describe('a response', () => {
  it.each([
    [204, 'FETCH_REFUSED'],
    [206, 'FETCH_REFUSED'],
    [300, 'FETCH_REFUSED'],
    [302, 'FETCH_REFUSED'],
    [304, 'FETCH_REFUSED'],
    [400, 'FETCH_REFUSED'],
    [401, 'FETCH_REFUSED'],
    [403, 'FETCH_REFUSED'],
    [404, 'FETCH_REFUSED'],
    [410, 'FETCH_REFUSED'],
    [408, 'FETCH_FAILED'],
    [429, 'FETCH_FAILED'],
    [500, 'FETCH_FAILED'],
    [503, 'FETCH_FAILED'],
  ])('maps status %d to %s', async (status, code) => {
    const url = await fileServer((_, response) => response.writeHead(status).end())
    expect(await fetchOutcome(url)).toBe(code)
  })

  it('is rejected, not decompressed, if compressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10 * 1024 * 1024))
    const url = await fileServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    expect(await fetchOutcome(url)).toBe('FETCH_REFUSED')
  })

  it('is retried, never accepted, if truncated', async () => {
    const url = await rawServer('HTTP/1.1 200 OK', 'Content-Length: 1000', '', '%PDF-1.4 and then')
    expect(await fetchOutcome(url)).toBe('FETCH_FAILED')
    const chunked = await rawServer(
      'HTTP/1.1 200 OK',
      'Transfer-Encoding: chunked',
      '',
      '5',
      '%PDF-',
      '',
    )
    expect(await fetchOutcome(chunked)).toBe('FETCH_FAILED')
  })

  it.each([
    ['is not HTTP', ['SSH-2.0-OpenSSH_9.6']],
    ['is empty', []],
    ['has a megabyte of headers', ['HTTP/1.1 200 OK', `X: ${'x'.repeat(1024 * 1024)}`, '', '']],
    [
      'has two Content-Lengths',
      ['HTTP/1.1 200 OK', 'Content-Length: 1', 'Content-Length: 2', '', 'ab'],
    ],
    [
      'changes the protocol',
      ['HTTP/1.1 101 Switching', 'Upgrade: x', 'Connection: Upgrade', '', ''],
    ],
  ])('is retried if it %s', async (_, lines) => {
    expect(await fetchOutcome(await rawServer(...lines))).toBe('FETCH_FAILED')
  })

  it('is retried if it never arrives', async () => {
    expect(await fetchOutcome('http://127.0.0.1:1/')).toBe('FETCH_FAILED')
  })

  it('is rejected if the server certificate is invalid', async () => {
    const server = https.createServer(createSelfSignedCertificate(), (_, response) =>
      response.end('the file'),
    )
    onTestFinished(() => server.closeAllConnections())
    expect(await fetchOutcome(`https://127.0.0.1:${await listenForTest(server)}/`)).toBe(
      'FETCH_REFUSED',
    )
  })
})

describe('a download', () => {
  const shortLimits = { totalMs: 60_000, windowMs: 100, bytesPerWindow: 1000 }

  it('times out if the server accepts the request and does not respond', async () => {
    const url = await fileServer(() => undefined)
    expect(await fetchOutcome(url, { limits: shortLimits })).toBe('FETCH_TIMEOUT')
  })

  it('times out if the server starts and then stops', async () => {
    const url = await fileServer((_, response) => response.write('%PDF-'))
    expect(await fetchOutcome(url, { limits: shortLimits })).toBe('FETCH_TIMEOUT')
  })

  it('times out if the server sends data in a trickle', async () => {
    const url = await fileServer((_, response) =>
      writeRepeatedly(response.socket, () => response.write('x')),
    )
    expect(await fetchOutcome(url, { limits: shortLimits })).toBe('FETCH_TIMEOUT')
  })

  it('times out if the server sends its headers in a trickle', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.write('HTTP/1.1 200 OK\r\nX: ')
      writeRepeatedly(socket, () => socket.write('x'))
    })
    const url = `http://127.0.0.1:${await listenForTest(server)}`
    expect(await fetchOutcome(url, { limits: shortLimits })).toBe('FETCH_TIMEOUT')
  })

  it('times out if the transfer takes too long, however fast', async () => {
    const url = await fileServer((_, response) => {
      const writeMore = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024)));
      }
      response.on('drain', writeMore)
      writeMore()
    })
    const limits = { totalMs: 300, windowMs: 60_000, bytesPerWindow: 1 }
    const use = async ({ chunks }: FetchResponse) => {
      for await (const _ of chunks);
    }
    expect(await fetchOutcome(url, { limits, use })).toBe('FETCH_TIMEOUT')
  })

  it('waits for a server that starts slowly but within the time limit', async () => {
    const url = await fileServer(
      (_, response) => void setTimeout(() => response.end('the file'), 300),
    )
    const limits = { totalMs: 60_000, windowMs: 20_000, bytesPerWindow: 1000 }
    expect(await fetchOutcome(url, { limits })).toBe('the file')
  })

  it("ends with the caller's reason on abort and closes the connection", async () => {
    const requested = deferred()
    const closed = deferred()
    const url = await fileServer((request) => {
      request.socket.on('close', () => closed.resolve())
      requested.resolve()
    })
    const leaving = new AbortController()
    const fetching = createFetch(guard)(url, leaving.signal, readText)
    await requested.promise
    leaving.abort(new Error('gone'))
    await expect(fetching).rejects.toThrow('gone')
    await closed.promise
    await expect(createFetch(guard)(url, leaving.signal, readText)).rejects.toThrow('gone')
  })

  it('closes the connection if the file is no longer needed', async () => {
    const closed = deferred()
    const url = await fileServer((request, response) => {
      request.socket.on('close', () => closed.resolve())
      response.write('the beginning')
    })
    expect(await fetchOutcome(url, { use: async () => 'enough' })).toBe('enough')
    await closed.promise
  })
})

function writeRepeatedly(socket: Socket | null, write: () => unknown): void {
  const timer = setInterval(write, 20)
  socket?.on('close', () => clearInterval(timer))
}

/** Returns a date after this file is loaded. The other tests run before it is used and may take a long time. */
function httpDateIn(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toUTCString()
}

it.each([
  ['120', 120, 120],
  [httpDateIn(6000), 5000, 6000],
  [httpDateIn(-600), 0, 0],
  ['soon', 0, 0],
  [undefined, 0, 0],
])('honours Retry-After %j from a busy server', async (header, min, max) => {
  const url = await fileServer((_, response) => {
    if (header !== undefined) response.setHeader('retry-after', header)
    response.writeHead(503).end()
  })
  const error = await createFetch(guard)(url, neverAborted, readText).catch(
    (thrown: AppError) => thrown,
  )
  const { code, retryAfterSeconds } = error as AppError
  expect(code).toBe('FETCH_FAILED')
  expect(retryAfterSeconds).toBeGreaterThanOrEqual(min)
  expect(retryAfterSeconds).toBeLessThanOrEqual(max)
})
