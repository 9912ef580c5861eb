import { expect, it, vi } from 'vitest'
import { bombs } from '../fixtures/bombs.ts'
import { malformedPdfs } from '../fixtures/malformed-pdfs.ts'
import { makeUnique, textPdf } from '../fixtures/pdfs.ts'
import { type BatchDocument, readBatchResponse, sendBatch } from '../support/docket/batches.ts'
import { docketForTest, type TestDocket } from '../support/docket/docket.ts'
import { readJob, settle, visitor } from '../support/docket/visitor.ts'

const pdfCount = 200
const perBatch = 15
/** Several times what a busy machine needs, in milliseconds. */
const maxDrainMs = 240_000

/**
 * Decompression bombs that are rejected or read quickly. `pdfs.test.ts` reads the others, some of which take 30 seconds
 * each.
 */
const bombNames = [
  'gigabytes of spaces, packed twice',
  'a form that draws itself',
  'ten million pages by sharing',
  'a page tree that is its own leaf',
  'a page tree without end',
  'two billion pages claimed',
  'references to themselves',
  'a page without borders',
  'letters as large as worlds',
  'a font that writes with itself',
]

/** Error codes that a document can cause. */
const documentErrors = ['NOT_PDF', 'BROKEN_PDF', 'ENCRYPTED_PDF', 'NO_TEXT', 'RESOURCE_LIMIT']

async function createHostileBatches(): Promise<BatchDocument[][]> {
  const pdfs: Buffer[] = []
  for await (const { name, pdf } of bombs()) if (bombNames.includes(name)) pdfs.push(pdf)
  expect(pdfs).toHaveLength(bombNames.length)
  for await (const { pdf } of malformedPdfs(18, pdfCount - pdfs.length)) pdfs.push(pdf)
  const documents = pdfs.map((pdf, nth) => ({ name: `${nth}.pdf`, bytes: new Uint8Array(pdf) }))
  return Array.from({ length: Math.ceil(pdfCount / perBatch) }, (_, nth) =>
    documents.slice(nth * perBatch, (nth + 1) * perBatch),
  )
}

async function countByOutcome(docket: TestDocket): Promise<Record<string, number>> {
  const rows = await docket.db.query<{ outcome: string; count: number }>(
    `select coalesce(error_code, status) as outcome, count(*)::int as count from jobs group by 1`,
  )
  return Object.fromEntries(rows.map(({ outcome, count }) => [outcome, count]))
}

it('200 hostile PDFs uploaded at once: every job ends in bounded time', {
  timeout: maxDrainMs + 60_000,
}, async () => {
  const batches = await createHostileBatches()
  const docket = await docketForTest()
  docket.startWorking()
  const responses = await Promise.all(
    batches.map((documents) => sendBatch(visitor(docket.url), documents)),
  )
  expect(responses.map(({ status }) => status)).toEqual(batches.map(() => 202))
  const items = (await Promise.all(responses.map(readBatchResponse))).flatMap((sent) => sent.items)
  expect(items).toHaveLength(pdfCount)
  const rejections = items.flatMap(({ problem }) => (problem ? [problem.code] : []))
  expect(rejections.filter((code) => !documentErrors.includes(code))).toEqual([])

  const unfinished = `select id from jobs where status in ('queued', 'processing')`
  await vi.waitFor(async () => expect(await docket.db.query(unfinished)).toEqual([]), {
    timeout: maxDrainMs,
    interval: 100,
  })
  const outcomes = await countByOutcome(docket)
  console.log(JSON.stringify({ rejected: rejections.length, ...outcomes }))
  // Enough documents reach the readers for the test to mean anything.
  expect(pdfCount - rejections.length).toBeGreaterThan(50)
  const unexplained = Object.keys(outcomes).filter(
    (outcome) => outcome !== 'complete' && !documentErrors.includes(outcome),
  )
  expect(unexplained).toEqual([])

  const person = visitor(docket.url)
  const { id } = await readJob(await person.upload(makeUnique(await textPdf())))
  expect((await settle(person, id)).status).toBe('complete')
})
