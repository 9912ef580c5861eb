import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { uuidv7 } from 'uuidv7'
import { enqueueBatches } from '../../src/db/jobs/enqueue.sql.ts'
import type { Database } from '../../src/db/db.ts'
import { makeUnique, textPdf } from '../../test/fixtures/pdfs.ts'
import { corpusFiles, corpusFolder } from '../../test/support/corpus/corpus.ts'
import { storeUpload } from '../store-upload.ts'
import { withWorker } from '../worker-with-database.ts'
import { measureGrowth, readProcess } from './process.ts'

/** Memory used by a process and by each of its children, in MB. */
interface Sample {
  worker: number
  children: number[]
}

/** Measures the memory of a worker every second while it reads the corpus repeatedly. */
export async function benchSoak({ minutes }: { minutes: number }) {
  return withWorker('soak', async ({ db, data, worker }) => {
    const documents = await loadDocuments()
    const samples: Sample[] = []
    const end = Date.now() + minutes * 60_000
    while (Date.now() < end) {
      if ((await waiting(db)) < 20) await queueAll(db, data, documents)
      await sleep(1000)
      samples.push(await takeSample(worker.child.pid ?? 0))
    }
    const [counts] = await db.query<{ read: number; failed: number }>(
      `select count(*) filter (where status = 'complete')::int as read,
        count(*) filter (where status = 'failed')::int as failed from jobs`,
    )
    return { minutes, documents: documents.length, ...counts, ...summarise(samples) }
  })
}

async function loadDocuments(): Promise<Buffer[]> {
  const files = corpusFiles()
  if (files.length > 0) return Promise.all(files.map((file) => readFile(file)))
  console.error(`NO CORPUS at ${corpusFolder}: reading drawn documents.`)
  return Promise.all([1, 3, 30].map((pages) => textPdf({ text: 'Soak', pages })))
}

async function waiting(db: Database): Promise<number> {
  return (await db.query(`select 1 from jobs where status in ('queued', 'processing') limit 20`))
    .length
}

/** Uploads every document, each time with unique bytes. */
async function queueAll(db: Database, data: string, documents: Buffer[]): Promise<void> {
  const jobs = await Promise.all(
    documents.map((document) => storeUpload(data, makeUnique(document))),
  )
  const sender = { owner_id: 'session:soak', client_ip: null, user_agent: null }
  const request = { mapping: 'auto', params: {}, max_running: jobs.length, is_single: false }
  await enqueueBatches(db, [{ id: uuidv7(), ...sender, ...request, jobs }])
}

async function takeSample(pid: number): Promise<Sample> {
  const { resident_mb, children_mb } = await readProcess(pid)
  return { worker: resident_mb, children: children_mb }
}

function summarise(samples: Sample[]) {
  const roundedMax = (numbers: number[]) => Math.round(Math.max(0, ...numbers))
  const growth = (of: (sample: Sample) => number) => Math.round(measureGrowth(samples.map(of)))
  const largestChild = ({ children }: Sample) => Math.max(0, ...children)
  return {
    worker_most_mb: roundedMax(samples.map(({ worker }) => worker)),
    worker_growth_mb: growth(({ worker }) => worker),
    child_most_mb: roundedMax(samples.map(largestChild)),
    child_growth_mb: growth(largestChild),
    children: roundedMax(samples.map(({ children }) => children.length)),
  }
}
