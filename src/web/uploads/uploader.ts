import { AppError, type ErrorCode, toAppError } from '../../domain/errors/errors.ts'
import type { OnProgress } from './fetch-with-progress.ts'
import { bytesOf, type Refused, type Shipment, type ShipmentState } from './upload-queue.ts'
import { advancePace, startPace } from './upload-speed.ts'

/** What became of a shipment at the server. */
export interface Received {
  batch_id: string
  problems: Refused[]
}

export type Send = (
  shipment: Shipment,
  onProgress: OnProgress,
  signal: AbortSignal,
) => Promise<Received>

interface Book {
  get: () => readonly Shipment[]
  setState: (id: string, state: ShipmentState) => void
}

export interface Courier {
  /** Goes on with the next one, unless one is under way. */
  go: () => void
  /** Stops one that is being sent. */
  stop: (id: string) => void
  /** Those that wait for the connection do so no longer. */
  wake: () => void
}

/** What is over soon by itself. */
const passing: readonly ErrorCode[] = ['UNAVAILABLE', 'KEY_IN_USE', 'RATE_LIMITED']
const firstPauseMs = 2000
const longestPauseMs = 30_000

/** Sends shipments one after the other. What cannot be reached, or asks us to wait, is tried again by itself. */
export function createCourier(book: Book, send: Send): Courier {
  const aborts = new Map<string, AbortController>()
  let pauseMs = firstPauseMs

  function go(): void {
    const shipments = book.get()
    if (shipments.some(({ state }) => state.kind === 'sending' || state.kind === 'held')) return
    const next = shipments.find(({ state }) => state.kind === 'waiting')
    if (next) void sendOne(next)
  }

  async function sendOne(shipment: Shipment): Promise<void> {
    const { id, items } = shipment
    const abort = new AbortController()
    aborts.set(id, abort)
    let pace = startPace(bytesOf(items), performance.now())
    book.setState(id, { kind: 'sending', pace })
    const onProgress: OnProgress = (sentBytes, totalBytes) => {
      pace = advancePace(pace, sentBytes, totalBytes, performance.now())
      if (!abort.signal.aborted) book.setState(id, { kind: 'sending', pace })
    }
    const state = await send(shipment, onProgress, abort.signal).then(
      (received): ShipmentState => ({ kind: 'sent', ...received }),
      (thrown: unknown) => endOf(toAppError(thrown)),
    )
    if (abort.signal.aborted) return
    book.setState(id, state)
    if (state.kind === 'held') setTimeout(() => wake(id), state.until_ms - Date.now())
    else pauseMs = firstPauseMs
    go()
  }

  function endOf(error: AppError): ShipmentState {
    const asked = error.retryAfterSeconds
    if (!passing.includes(error.code) && asked === undefined) return { kind: 'failed', error }
    const pause = asked === undefined ? pauseMs : asked * 1000
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
    return { kind: 'held', error, until_ms: Date.now() + pause }
  }

  function wake(id?: string): void {
    for (const { id: heldId, state } of book.get()) {
      const isWanted = id === undefined || id === heldId
      if (state.kind === 'held' && isWanted) book.setState(heldId, { kind: 'waiting' })
    }
    go()
  }

  return { go, stop: (id) => aborts.get(id)?.abort(), wake: () => wake() }
}
