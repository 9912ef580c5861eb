import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../src/db/db.ts'
import { createSession } from '../../src/identity/sessions.ts'
import { makeUnique, textPdf } from '../../test/fixtures/pdfs.ts'
import { type Journal, sendDocument, sentence, sha256 } from '../clients.ts'

export interface Probe {
  /**
   * Uploads to each web process until the upload is acknowledged. Returns the elapsed seconds for each; undefined for a
   * process that exceeds the time limit.
   */
  measure(urls: string[], since: number): Promise<(number | undefined)[]>
}

const limitMs = 90_000

/** Creates a probe whose uploads are recorded in the journal, like those of the clients. */
export async function createProbe(
  db: Db,
  journal: Journal,
  onStatus: (status: number) => void,
): Promise<Probe> {
  const { secret: owner } = await createSession(db)
  const headers = { cookie: `docket_session=${owner}` }
  const pdf = await textPdf({ text: sentence })

  async function uploadUntilAcknowledged(url: string, since: number): Promise<number | undefined> {
    while (performance.now() < since + limitMs) {
      const bytes = makeUnique(pdf)
      const id = await sendDocument(url, bytes, { headers, onStatus }).catch(() => undefined)
      if (id !== undefined) {
        journal.set(id, { sha256: sha256(bytes), owner, wasCancelled: false })
        return Math.round((performance.now() - since) / 100) / 10
      }
      await sleep(50)
    }
    return undefined
  }

  return {
    measure: (urls, since) => Promise.all(urls.map((url) => uploadUntilAcknowledged(url, since))),
  }
}

/** Returns the names of workers whose heartbeat does not reach the promoted server within the time limit. */
export async function findSilentWorkers(db: Db, names: string[], since: string): Promise<string[]> {
  const deadline = Date.now() + limitMs
  for (;;) {
    const rows = await db
      .query<{ id: string }>('select id from workers where heartbeat_at > $1', [since])
      .catch(() => [])
    const silent = names.filter((name) => !rows.some(({ id }) => id.startsWith(name)))
    if (silent.length === 0 || Date.now() > deadline) return silent
    await sleep(50)
  }
}
