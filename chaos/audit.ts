import { setTimeout as sleep } from 'node:timers/promises'
import type { Blobs } from '../src/blobs/blobs.ts'
import type { Db } from '../src/db/db.ts'
import { type AcknowledgedUpload, type Journal, sentence } from './clients.ts'

const concurrentChecks = 8

interface Audit {
  db: Db
  /** URLs of all web processes, whose responses must agree. */
  urls: string[]
  blobs: Blobs
  journal: Journal
}

interface AuditResult {
  id: string
  status: string
  error_code: string | null
  sha256: string
  upload_key: string
}

/** Verifies the guarantees: every acknowledged upload exists with its bytes and its result. */
export async function audit({ db, urls, blobs, journal }: Audit) {
  const violations: string[] = []
  let lost = 0
  const rows = await db.query<AuditResult>(
    'select id, status, error_code, sha256, upload_key from jobs',
  )
  const jobs = new Map(rows.map((row) => [row.id, row]))
  const check = async ([id, acknowledged]: [string, AcknowledgedUpload]) => {
    const job = jobs.get(id)
    if (!job) lost += 1
    else if (job.sha256 !== acknowledged.sha256) violations.push(`bytes are those sent: ${id}`)
    else if (job.status === 'failed') {
      violations.push(`a good document does not fail: ${id} (${job.error_code})`)
    } else if (job.status === 'cancelled' && !acknowledged.wasCancelled) {
      violations.push(`only a user cancels: ${id}`)
    }
    for (const url of job ? urls : []) {
      violations.push(...(await compareView(url, acknowledged.owner, job as AuditResult)))
    }
  }
  const entries = [...journal]
  while (entries.length > 0) await Promise.all(entries.splice(0, concurrentChecks).map(check))
  const stored = new Set<string>()
  for await (const { key } of blobs.list('sources/')) stored.add(key)
  for (const { id, upload_key } of rows) {
    if (!stored.has(upload_key)) violations.push(`a row has its bytes: ${id}`)
  }
  if (lost > 0) violations.push(`nothing acknowledged is lost: ${lost} are`)
  return { lost, violations: violations.slice(0, 20) }
}

/** Compares a web process's view of a job with its row, and downloads the result if it is complete. */
async function compareView(
  url: string,
  owner: string,
  { id, status }: AuditResult,
): Promise<string[]> {
  const headers = { cookie: `docket_session=${owner}` }
  const parseStatus = async (text: string) => (JSON.parse(text) as { status: string }).status
  const wrong: string[] = []
  if (!(await hasBytes(`${url}/api/job-status/${id}`, headers, parseStatus, status))) {
    wrong.push(`the status told is the row's: ${id}`)
  }
  const hasSentence = async (text: string) => text.includes(sentence)
  const address = `${url}/api/jobs/${id}/download?format=txt`
  if (status === 'complete' && !(await hasBytes(address, headers, hasSentence, true))) {
    wrong.push(`a complete job can be downloaded: ${id}`)
  }
  return wrong
}

/** True if the response has the expected content. Retries for a while, because a new process may need a moment. */
async function hasBytes<Fact>(
  address: string,
  headers: Record<string, string>,
  factIn: (text: string) => Promise<Fact>,
  expected: Fact,
): Promise<boolean> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const found = await fetch(address, { headers, signal: AbortSignal.timeout(10_000) })
      .then((response) => response.text())
      .then(factIn)
      .catch(() => undefined)
    if (found === expected) return true
    await sleep(300)
  }
  return false
}
