import { expect, vi } from 'vitest'
import { findViolatedInvariants } from '../../../chaos/invariants.ts'
import type { Job } from '../../../src/domain/job/job.ts'
import { makeUnique, textPdf } from '../../fixtures/pdfs.ts'
import { sendBatch } from '../../support/docket/batches.ts'
import { visitor } from '../../support/docket/visitor.ts'
import { query } from '../../support/database/query.ts'

const mapping = 'document_text_v1'
export const batchSize = 15

/** Uploads a PDF, waits until it is complete, and returns its text. */
export async function uploadAndReadText(
  url: string,
  pdf: Uint8Array<ArrayBuffer>,
): Promise<string> {
  const person = visitor(url)
  const response = await person.upload(pdf, { mapping })
  expect([response.status, await response.clone().text()]).toEqual([202, expect.any(String)])
  const { job } = (await response.json()) as { job: Job }
  const isComplete = async () =>
    expect(await person.job(job.id)).toMatchObject({ status: 'complete' })
  await vi.waitFor(isComplete, { timeout: 120_000, interval: 200 })
  const download = await person.ask(`/api/jobs/${job.id}/download`)
  expect(download.status).toBe(200)
  return download.text()
}

/** Sends a batch of different documents for a new visitor. */
async function sendDocuments(url: string, pdf: Uint8Array): Promise<void> {
  const documents = Array.from({ length: batchSize }, (_, nth) => ({
    name: `${nth}.pdf`,
    bytes: makeUnique(pdf),
  }))
  const response = await sendBatch(visitor(url), documents, { mapping })
  expect([response.status, await response.text()]).toEqual([202, expect.any(String)])
}

async function countJobs(url: string, condition: string): Promise<number> {
  return (await query(url, `select 1 from jobs where status ${condition}`)).length
}

/** Sends a batch and stops a process before the batch can be finished. */
export async function stopMidBatch(
  { url, databaseUrl }: { url: string; databaseUrl: string },
  stop: () => Promise<number>,
): Promise<void> {
  await sendDocuments(url, await textPdf({ pages: 100 }))
  expect(await countJobs(databaseUrl, `<> 'complete'`)).toBeGreaterThan(0)
  expect(await stop()).toBe(0)
}

/**
 * Waits until every job is complete and checks that each completed once. Old workers finish or release their jobs, so
 * no lease has to expire.
 */
export async function expectEachCompletedOnce(databaseUrl: string, sent: number): Promise<void> {
  await vi.waitFor(async () => expect(await countJobs(databaseUrl, `= 'complete'`)).toBe(sent), {
    timeout: 600_000,
    interval: 500,
  })
  expect(await findViolatedInvariants(databaseUrl)).toEqual([])
  const [events] = await query(
    databaseUrl,
    `select count(*) filter (where type = 'complete')::int as completions,
      count(*) filter (where type = 'rescue')::int as rescues,
      count(distinct regexp_replace(worker, '-[0-9a-f]{8}$', '')) filter (where type = 'claim') > 1 as is_shared
    from events`,
  )
  expect(events).toEqual({ completions: sent, rescues: 0, is_shared: true })
}
