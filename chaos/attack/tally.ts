import type { ClientResponse } from './local-client.ts'

/** Number of responses by attack and status; `cut` counts connections that the server closed without a response. */
export type Tally = Record<string, Record<string, number>>

export interface Recorder {
  tally: Tally
  /** Responses that the server must never send, even to an attacker. */
  violations: string[]
  record(attack: string, response: ClientResponse): void
  count(attack: string, outcome: string | number): void
  /** Counts a request that ended without a response within a minute. Some attacks must always get one. */
  countCut(attack: string): void
}

/** Maximum response size in bytes; no response to an upload or a trial is this large. */
const maxResponseBytes = 2 ** 20
const maxViolations = 20
/** Attacks whose requests must always get a response, however busy the server is. */
const answered = ['patterns', 'half a million ids']

export function createRecorder(): Recorder {
  const tally: Tally = {}
  const violations: string[] = []
  const complain = (text: string) => {
    if (violations.length < maxViolations) violations.push(text)
  }

  function count(attack: string, outcome: string | number): void {
    const counts = (tally[attack] ??= {})
    counts[outcome] = (counts[outcome] ?? 0) + 1
  }

  return {
    tally,
    violations,
    count,
    countCut(attack) {
      count(attack, 'cut')
      if (answered.includes(attack)) complain(`${attack}: no response`)
    },
    record(attack, response) {
      const { status, body } = response
      count(attack, status)
      if (status >= 500 && !isBusy(response)) complain(`${attack}: ${status} ${body}`)
      if (body.length > maxResponseBytes) complain(`${attack}: a response of ${body.length} bytes`)
    },
  }
}

/** True for the only 5xx response that is allowed: 503 `BUSY` with `Retry-After`, sent when all slots are taken. */
function isBusy({ status, headers, body }: ClientResponse): boolean {
  return status === 503 && headers['retry-after'] !== undefined && body.includes('"BUSY"')
}
