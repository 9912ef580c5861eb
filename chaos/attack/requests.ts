import { setTimeout as sleep } from 'node:timers/promises'
import { routes } from '../../src/domain/api/routes/routes.ts'
import { bombs } from '../../test/fixtures/bombs.ts'
import { malformedPdfs } from '../../test/fixtures/malformed-pdfs.ts'
import { textPdf } from '../../test/fixtures/pdfs.ts'
import { listHostileBodies, routesWithBody } from '../../test/support/docket/hostile-bodies.ts'
import {
  type ClientRequest,
  createLocalClient,
  type LocalClient,
  createUploadForm,
} from './local-client.ts'
import type { Recorder } from './tally.ts'

export interface AttackContext {
  url: string
  seed: number
  recorder: Recorder
  isOver: () => boolean
}

const json = { 'content-type': 'application/json' }
const id = '0198a000-0000-7000-8000-000000000000'

async function send(
  { recorder }: AttackContext,
  attack: string,
  client: LocalClient,
  path: string,
  request?: ClientRequest,
): Promise<void> {
  const response = await client.ask(path, request).catch(() => undefined)
  if (response) recorder.record(attack, response)
  else recorder.countCut(attack)
}

/**
 * Sends, for each position in the body of every route, the largest value that is invalid there, and a list of 500,000
 * ids. Uses several owners and addresses in turn, to stay below the limit of changes per owner.
 */
export async function sendLargeBodies(context: AttackContext): Promise<void> {
  const clients = Array.from({ length: 8 }, (_, nth) =>
    createLocalClient(context.url, `127.0.1.${30 + nth}`),
  )
  let sent = 0
  const nextClient = () => clients[sent++ % clients.length] as LocalClient
  const ids = JSON.stringify({ ids: Array<string>(500_000).fill('x') })
  const exportPath = routes.exportJobs.path
  while (!context.isOver()) {
    for (const [, route] of routesWithBody) {
      // Comes first, because a busy machine may not get to the end of the other bodies.
      const request = { method: 'POST', headers: json, body: ids }
      await send(context, 'half a million ids', nextClient(), exportPath, request)
      const path = route.path.replace(':name', 'own_v1').replace(/:\w+/g, id)
      const headers = { 'content-type': route.text ?? json['content-type'], 'if-match': '"1"' }
      for (const body of listHostileBodies(route)) {
        if (context.isOver()) return
        await send(context, 'large bodies', nextClient(), path, {
          method: route.method,
          headers,
          body,
        })
        await sleep(20)
      }
    }
  }
}

const slowPatterns = [
  String.raw`\w*\w*!`,
  'a?'.repeat(30) + 'a'.repeat(30),
  'a{0,20}'.repeat(8),
  '(a+)+$',
  '^(.*a){12}$',
  '(a|aa)+$',
  String.raw`^(\w+\s?)*$`,
]

/** Runs mapping trials for six owners at once, with patterns that take exponential time in a backtracking engine. */
export async function tryPatterns(context: AttackContext): Promise<void> {
  const pdf = new Uint8Array(await textPdf({ pages: 5, text: `${'a'.repeat(60)}! `.repeat(60) }))
  const tryAs = async (owner: number) => {
    const client = createLocalClient(context.url, `127.0.1.${10 + owner}`)
    for (let nth = owner; !context.isOver(); nth++) {
      const yaml = layoutWith(slowPatterns[nth % slowPatterns.length] ?? '')
      const body = createUploadForm(pdf, { yaml })
      await send(context, 'patterns', client, '/api/mappings/own_v1/try', { method: 'POST', body })
      await sleep(200)
    }
  }
  await Promise.all([0, 1, 2, 3, 4, 5].map(tryAs))
}

function layoutWith(pattern: string): string {
  const text = JSON.stringify(pattern)
  return `name: own_v1
title: Own
description: Own
reader: invoice
match: [Page]
fields: { number: { text: ${text} }, date: { text: ${text}, unless: ${text} } }
table: { columns: { description: Page, amount: Page }, start: { description: ${text} }, end: [${text}], skip: [${text}] }
`
}

/**
 * Sends requests without a cookie from one address that claims to be a proxy: reads, which must not store anything, and
 * writes, each of which starts a session.
 */
export async function startSessions(context: AttackContext): Promise<void> {
  let nth = 0
  const startRepeatedly = async () => {
    const client = createLocalClient(context.url, '127.0.1.20')
    while (!context.isOver()) {
      const headers = { 'x-forwarded-for': `192.0.2.${nth++ % 256}` }
      await send(context, 'reads without a session', client, '/api/jobs', { headers })
      client.forgetSession()
      const request = { method: 'POST', headers }
      await send(context, 'new sessions', client, '/api/stream-tickets', request)
      client.forgetSession()
      await sleep(20)
    }
  }
  // Even on a busy machine, these requests exceed the limit within a minute.
  await Promise.all(Array.from({ length: 8 }, startRepeatedly))
}

/** Uploads continuously from one address with invented upload ids, and discards the session repeatedly. */
export async function floodUploads(context: AttackContext): Promise<void> {
  const client = createLocalClient(context.url, '127.0.1.21')
  const junk = new Uint8Array(256 * 1024).fill(0x20)
  junk.set(Buffer.from('%PDF-1.7\n'))
  for (let nth = 0; !context.isOver(); nth++) {
    const path = `/api/upload?upload_id=${context.seed}-${nth}`
    await send(context, 'uploads', client, path, { method: 'POST', body: createUploadForm(junk) })
    if (nth % 5 === 0) client.forgetSession()
    await sleep(50)
  }
}

const forgedTokens = [
  `${encode({ alg: 'none' })}.${encode({ sub: 'eve', exp: 4e9 })}.`,
  `${encode({ alg: 'HS256' })}.${encode({ sub: 'eve', exp: 4e9 })}.AAAA`,
  `${encode({ alg: 'RS256', jku: 'http://127.0.0.1/keys' })}.${encode({ sub: 'eve' })}.AAAA`,
  'dk_000000000000_'.padEnd(59, 'x'),
  'a guessed admin key of more than 32 characters',
  'x'.repeat(7_000),
]
const forbiddenUrls = [
  'http://127.0.0.1:5432/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::ffff:7f00:1]/',
  'http://0x7f000001/',
  'file:///etc/passwd',
  `http://10.0.0.1/${'a'.repeat(3000)}`,
]

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Sends forged tokens, guessed admin keys, traversal paths and private-network URLs. */
export async function probeAccess(context: AttackContext): Promise<void> {
  const client = createLocalClient(context.url, '127.0.1.22')
  const paths = [
    '/api/jobs/../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/result/x?format=../x',
  ]
  while (!context.isOver()) {
    for (const token of forgedTokens) {
      const headers = { authorization: `Bearer ${token}` }
      await send(context, 'forged tokens', client, '/api/jobs', { headers })
      await send(context, 'forged tokens', client, '/api/admin/overview', { headers })
    }
    for (const path of paths) await send(context, 'paths', client, path)
    for (const url of forbiddenUrls) {
      const request = { method: 'POST', headers: json, body: JSON.stringify({ url }) }
      await send(context, 'private URLs', client, '/api/upload', request)
      await send(context, 'private URLs', client, '/api/discover-heatsheets', request)
    }
    await sleep(200)
  }
}

const mcpBodies = [
  Array(1000).fill(createCall('list_jobs', {})),
  createCall('list_jobs', { search: Array(100_000).fill('x') }),
  createCall('list_jobs', Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [n, 0]))),
  createCall('submit', { path: '/etc/passwd' }),
  createCall('submit', { url: 'http://169.254.169.254/' }),
  createCall('submit', { content: 'x'.repeat(300_000) }),
  createCall('../admin', {}),
].map((body) => JSON.stringify(body))

function createCall(name: string, input: object): object {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
}

/** Calls MCP tools with the attacker's key: concurrent calls, calls with 50,000 arguments, and forbidden files and addresses. */
export async function callTools(context: AttackContext): Promise<void> {
  const client = createLocalClient(context.url, '127.0.1.24')
  const body = JSON.stringify({ name: 'attacker' })
  const request = { method: 'POST', headers: json, body }
  const created = await client.ask('/api/keys', request).catch(() => undefined)
  const { key = '' } = JSON.parse(created?.body ?? '{}') as { key?: string }
  if (key === '') context.recorder.violations.push(`MCP: no key, ${created?.status}`)
  const accept = 'application/json, text/event-stream'
  const headers = { ...json, accept, authorization: `Bearer ${key}` }
  for (let nth = 0; !context.isOver(); nth++) {
    const request = { method: 'POST', headers, body: mcpBodies[nth % mcpBodies.length] }
    await send(context, 'MCP', client, '/mcp', request)
    await sleep(50)
  }
}

const perBatch = 15

/** Uploads `count` hostile PDFs at once, in batches from different owners and addresses. */
export async function uploadHostilePdfs(context: AttackContext, count: number): Promise<void> {
  const pdfs: Uint8Array<ArrayBuffer>[] = []
  for await (const { pdf } of bombs()) {
    if (pdf.length < 5 * 2 ** 20 && pdfs.length < count) pdfs.push(new Uint8Array(pdf))
  }
  for await (const { pdf } of malformedPdfs(context.seed, count - pdfs.length)) {
    pdfs.push(new Uint8Array(pdf))
  }
  const batches = Array.from({ length: Math.ceil(pdfs.length / perBatch) }, (_, nth) =>
    pdfs.slice(nth * perBatch, (nth + 1) * perBatch),
  )
  const sendBatch = async (batch: Uint8Array<ArrayBuffer>[], nth: number) => {
    const client = createLocalClient(context.url, `127.0.1.${100 + nth}`)
    const body = new FormData()
    for (const [at, pdf] of batch.entries()) body.append('file', new Blob([pdf]), `${at}.pdf`)
    await send(context, 'hostile PDFs', client, '/api/batch/extract', { method: 'POST', body })
    client.close()
  }
  await Promise.all(batches.map(sendBatch))
}
