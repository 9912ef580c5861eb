import type { IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLocalClient, type LocalClient } from './local-client.ts'
import type { AttackContext } from './requests.ts'

function open(url: string, localAddress: string): Socket {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(url).port), localAddress })
  // The server may close the connection while data is still being sent.
  socket.on('error', () => undefined)
  return socket
}

const slowCount = 200

/**
 * Keeps 200 connections open, each of which sends one byte every five seconds. Reopens those that the server closes.
 */
export async function sendSlowBodies({ url, recorder, isOver }: AttackContext): Promise<void> {
  const head = 'POST /api/jobs/export HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
  const trickle = async (nth: number) => {
    while (!isOver()) {
      const socket = open(url, `127.0.1.${200 + (nth % 50)}`)
      socket.resume()
      socket.write(`${head}Content-Length: 10000\r\n\r\n{`)
      const openedAt = performance.now()
      while (!socket.destroyed && !isOver()) {
        await sleep(5_000)
        socket.write(' ')
      }
      const isClosed = socket.destroyed
      socket.destroy()
      const isOverdue = !isClosed && performance.now() - openedAt > maxSlowMs
      recorder.count('slow bodies', isClosed ? 'cut' : isOverdue ? 'overdue' : 'not due at the end')
      if (isOverdue) recorder.violations.push('slow bodies: a connection stayed open')
    }
  }
  await Promise.all(Array.from({ length: slowCount }, (_, nth) => trickle(nth)))
}

/** The server must close slow bodies after 30 seconds; this limit, in milliseconds, leaves a margin. */
const maxSlowMs = 45_000

const steadyIntervalMs = 2_000
/** Twice the minimum rate of the server, in bytes per interval. */
const steadyBytes = (2 * 1024 * steadyIntervalMs) / 1000

/**
 * Keeps uploads and mapping trials open from one address, each of which sends slightly more than the minimum rate and
 * would take hours to end. Others must still be able to upload and to try mappings.
 */
export async function sendSteadyBodies({ url, recorder, isOver }: AttackContext): Promise<void> {
  const paths = [
    ...Array<string>(50).fill('/api/upload'),
    ...Array<string>(8).fill('/api/mappings/sample_invoice_v1/try'),
  ]
  const sendSteadily = async (path: string) => {
    const socket = open(url, '127.0.1.25')
    socket.resume()
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\n` +
        `Content-Length: 40000000\r\n\r\n--x\r\n` +
        'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.7\n',
    )
    while (!socket.destroyed && !isOver()) {
      socket.write(' '.repeat(steadyBytes))
      await sleep(steadyIntervalMs)
    }
    recorder.count('steady bodies', socket.destroyed ? 'closed' : 'open at the end')
    socket.destroy()
  }
  await Promise.all(paths.map(sendSteadily))
}

const malformedHeads = [
  'GET /api/healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello',
  'POST /api/upload HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/upload HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n',
  `GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`,
  'GET /api/jobs HTTP/1.1\r\nHost: a\r\nX-A: a\0b\r\n\r\n',
  'TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'GET /%00%ff%c0%ae HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n',
  'hello?\r\n\r\n',
]

/** Sends requests that are not valid HTTP or have an ambiguous length or host. */
export async function sendMalformed({ url, recorder, isOver }: AttackContext): Promise<void> {
  for (let nth = 0; !isOver(); nth++) {
    const socket = open(url, '127.0.1.23')
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    socket.end(malformedHeads[nth % malformedHeads.length] ?? '')
    await new Promise((resolve) => socket.once('close', resolve))
    const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)
    recorder.count('malformed requests', status || 'cut')
    if (status >= 500) recorder.violations.push(`malformed requests: ${text.slice(0, 200)}`)
    await sleep(50)
  }
}

const streamsPerOwner = 50
const ownersPerAddress = 4

/** Opens as many streams per owner and address as the limits allow, and never reads them. */
export async function openStreams(context: AttackContext, count: number): Promise<void> {
  const { url, recorder, isOver } = context
  const owners = Array.from({ length: Math.ceil(count / streamsPerOwner) }, (_, nth) =>
    createLocalClient(url, `127.0.3.${1 + Math.floor(nth / ownersPerAddress)}`),
  )
  const opened: IncomingMessage[] = []
  const waiting = [...owners]
  const openForNext = async () => {
    for (let owner = waiting.shift(); owner && !isOver(); owner = waiting.shift()) {
      opened.push(...(await openForOwner(context, owner)))
    }
  }
  await Promise.all(Array.from({ length: 4 }, openForNext))
  while (!isOver()) await sleep(200)
  recorder.count('streams', `${opened.filter(({ destroyed }) => !destroyed).length} at the end`)
  for (const stream of opened) stream.destroy()
  for (const owner of owners) owner.close()
}

async function openForOwner(
  { recorder }: AttackContext,
  owner: LocalClient,
): Promise<IncomingMessage[]> {
  await owner.ask('/api/stream-tickets', { method: 'POST' }).catch(() => undefined)
  const streams = await Promise.all(
    Array.from({ length: streamsPerOwner }, () =>
      owner.stream('/api/stream').catch(() => undefined),
    ),
  )
  for (const stream of streams) recorder.count('streams', stream?.statusCode ?? 'cut')
  return streams.flatMap((stream) => (stream?.statusCode === 200 ? [stream.pause()] : []))
}
