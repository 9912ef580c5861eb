// Run by bench/streams.ts: minimal Node servers for an event stream and for a job list.
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadBuilt } from './built.ts'

type ListModule = typeof import('../src/db/jobs/job-list.sql.ts')
type PgModule = typeof import('../src/db/pg.ts')

const [databaseUrl = '', owner_id = '', sample = ''] = process.argv.slice(2)
const { listJobs } = await loadBuilt<ListModule>('db/jobs/job-list.sql.js')
const { connectPg } = await loadBuilt<PgModule>('db/pg.js')
const db = connectPg({ url: databaseUrl, poolSize: 20, onError: () => undefined })
const readers = new Set<ServerResponse>()

const server = createServer((request, response) => {
  if (request.url === '/stream') {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n')
    readers.add(response)
    response.on('close', () => readers.delete(response))
    return
  }
  const filter = {
    owner_id,
    status: null,
    needs_review: false,
    upload_id: null,
    seller: null,
    period: null,
    since: null,
    words: [],
    facts: {},
    reason: null,
    exported: null,
    same_invoice: null,
  }
  void listJobs(db, filter, { after: null, limit: 21 }).then((page) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(page))
  })
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

/** Sends a burst of events, each written separately to every client. */
process.on('message', (count: number) => {
  for (let n = 0; n < count; n++) {
    const event = Buffer.from(`id: ${n}\nevent: job\ndata: ${sample}\n\n`)
    for (const reader of readers) reader.write(event)
  }
  process.send?.('done')
})
