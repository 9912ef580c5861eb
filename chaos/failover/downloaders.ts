import { setTimeout as sleep } from 'node:timers/promises'
import { type Journal, sentence } from '../clients.ts'

export interface Downloaders {
  readonly downloads: number
  /** Responses that a download of an acknowledged upload must never get. */
  readonly violations: string[]
  stop(): Promise<void>
}

/** Responses if the job is not complete or was cancelled, and if the database is down. */
const expectedStatuses = new Set([409, 503])

/** Starts clients that download the results of random acknowledged uploads, from any web process. */
export function startDownloaders(
  url: () => string,
  { journal, random, count }: { journal: Journal; random: () => number; count: number },
): Downloaders {
  const state = { isStopped: false, downloads: 0, violations: [] as string[] }

  async function download(): Promise<void> {
    while (!state.isStopped) {
      const ids = [...journal.keys()]
      const id = ids[Math.floor(random() * ids.length)]
      if (id !== undefined) await downloadOnce(id).catch(() => undefined)
      await sleep(100)
    }
  }

  async function downloadOnce(id: string): Promise<void> {
    const headers = { cookie: `docket_session=${journal.get(id)?.owner}` }
    const signal = AbortSignal.timeout(10_000)
    await (await fetch(`${url()}/api/jobs/${id}?wait=5`, { headers, signal })).text()
    const response = await fetch(`${url()}/api/jobs/${id}/download?format=txt`, { headers, signal })
    const text = await response.text()
    if (response.status === 200) {
      state.downloads += 1
      if (!text.includes(sentence)) state.violations.push(`a download has its text: ${id}`)
    } else if (!expectedStatuses.has(response.status)) {
      state.violations.push(`an acknowledged upload is found: ${id} got ${response.status} ${text}`)
    }
  }

  const all = Array.from({ length: count }, download)
  return {
    get downloads() {
      return state.downloads
    },
    violations: state.violations,
    async stop() {
      state.isStopped = true
      await Promise.all(all)
    },
  }
}
