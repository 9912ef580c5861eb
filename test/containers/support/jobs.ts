import { expect, vi } from 'vitest'
import type { Job } from '../../../src/domain/job/job.ts'
import { visitor } from '../../support/docket.ts'

const mapping = 'document_text_v1'

/** Uploads a PDF, waits until it is complete, and returns its text. */
export async function readInContainers(url: string, pdf: Uint8Array<ArrayBuffer>): Promise<string> {
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
