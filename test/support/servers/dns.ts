import { createSocket, type RemoteInfo } from 'node:dgram'
import { once } from 'node:events'
import { onTestFinished } from 'vitest'

const noSuchName = 3
const types = { 1: 'A', 28: 'AAAA' } as const

export interface TestDns {
  /** Options for `createResolver`. */
  servers: string[]
  /** Queries received, such as `A example.test`. */
  questions: string[]
}

/**
 * Answers for a name: each query gets the next answer, and the last answer repeats. A resent query gets the same
 * answer.
 */
export type Zone = Record<string, { A?: string[][]; AAAA?: string[][] }>

/** Starts a real DNS server with the given answers. It is closed when the test ends. */
export async function dnsForTest(zone: Zone): Promise<TestDns> {
  const socket = createSocket('udp4')
  const questions: string[] = []
  const turns = new Map<string, number>()

  /** Returns the index of a query of this kind. A resolver that times out resends the query with the same id. */
  function queryIndex(query: Buffer, kind: string): number {
    const question = `${query.readUInt16BE(0)} ${kind}`
    const known = turns.get(question)
    if (known !== undefined) return known
    const turn = questions.filter((question) => question === kind).length
    turns.set(question, turn)
    questions.push(kind)
    return turn
  }

  function sendAnswer(query: Buffer, from: RemoteInfo): void {
    const { name, type, end } = parseQuestion(query)
    const known = zone[name]
    const lists = known?.[type] ?? [[]]
    const turn = queryIndex(query, `${type} ${name}`)
    const addresses = lists[Math.min(turn, lists.length - 1)] ?? []
    socket.send(reply(query.subarray(0, end), addresses, known !== undefined), from.port)
  }

  socket.on('message', sendAnswer).bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return { servers: [`127.0.0.1:${socket.address().port}`], questions }
}

function parseQuestion(query: Buffer): { name: string; type: 'A' | 'AAAA'; end: number } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += length + 1
  }
  const number = query.readUInt16BE(at + 1)
  if (number !== 1 && number !== 28) throw new Error(`Unknown query type ${number}`)
  return { name: labels.join('.').toLowerCase(), type: types[number], end: at + 5 }
}

function reply(question: Buffer, addresses: string[], isKnown: boolean): Buffer {
  const head = Buffer.from(question)
  head.writeUInt16BE(0x8180 | (isKnown ? 0 : noSuchName), 2)
  head.writeUInt16BE(addresses.length, 6)
  head.writeUInt32BE(0, 8)
  return Buffer.concat([head, ...addresses.map(record)])
}

/** An answer for the queried name with a TTL of 0. */
function record(address: string): Buffer {
  const bytes = address.includes(':')
    ? Buffer.from(address.split(':').join(''), 'hex')
    : Buffer.from(address.split('.').map(Number))
  const head = Buffer.from([
    0xc0,
    12,
    0,
    bytes.length === 16 ? 28 : 1,
    0,
    1,
    0,
    0,
    0,
    0,
    0,
    bytes.length,
  ])
  return Buffer.concat([head, bytes])
}
