import { createAgenda, createHeap, createStation, createMutex } from './events.ts'

/** A fleet and its load. Times are in seconds. */
export interface Fleet {
  /** Arrival times, ascending. */
  arrivals: readonly number[]
  /** Duration of the nth attempt (from 0) to read a document, and whether the attempt fails. */
  attempt: (document: number, nth: number) => { seconds: number; fails?: boolean }
  /** Number of documents each worker processes concurrently. */
  workers: readonly number[]
  /** Cap on concurrent documents across all workers. */
  cap?: number
  /** Extra time that a slot is occupied by downloading, storing and claiming the next document. */
  overhead?: number
  /** Delay before retry n (from 0). */
  retryWait?: (retry: number) => number
  maxRetries?: number
  database?: Database
  /** Workers that die: their documents are requeued when the lease expires, and they restart after `down`. */
  crashes?: readonly { at: number; worker: number; down: number }[]
  leaseSeconds?: number
}

export interface Database {
  cores: number
  /** Database core seconds for queueing a document, and for each attempt to claim and settle it. */
  enqueue: number
  run: number
  /** The part of `run` during which the claim lock is held. */
  serial: number
}

export interface Outcome {
  /** Seconds from arrival to completion, per document; undefined if it failed. */
  sojourns: (number | undefined)[]
  /** Seconds from arrival to the first claim, per document. */
  waits: number[]
  attempts: number
  /** Time of the last completion. */
  end: number
  /** Average utilisation of the database's cores. */
  databaseLoad: number
}

interface Job {
  nth: number
  arrived: number
  attempts: number
  /** Incremented by each claim and each rescue; actions with an older epoch are ignored. */
  epoch: number
}

/** Simulates the fleet event by event. Deterministic. */
export function simulate(fleet: Fleet): Outcome {
  const { overhead = 0, maxRetries = 3, retryWait = () => 0, leaseSeconds = 15 } = fleet
  const { cap = Number.POSITIVE_INFINITY, database, crashes = [] } = fleet
  const agenda = createAgenda()
  const cores = createStation(agenda, database?.cores ?? Number.POSITIVE_INFINITY)
  const underLock = createMutex()
  const queue = createHeap<Job>((a, b) => a.arrived - b.arrived || a.nth - b.nth)
  const free = [...fleet.workers]
  const isDown = fleet.workers.map(() => false)
  const held = fleet.workers.map(() => new Set<Job>())
  let running = 0
  let attempts = 0
  let end = 0
  const sojourns: Outcome['sojourns'] = fleet.arrivals.map(() => undefined)
  const waits: number[] = []

  function claimAll(): void {
    while (queue.size > 0 && running < cap) {
      const worker = findFreestWorker()
      if (worker === undefined) return
      const job = queue.take()
      if (job) claim(job, worker)
    }
  }

  function findFreestWorker(): number | undefined {
    let best: number | undefined
    for (const [worker, slots] of free.entries()) {
      if (!isDown[worker] && slots > 0 && (best === undefined || slots > (free[best] ?? 0)))
        best = worker
    }
    return best
  }

  function claim(job: Job, worker: number): void {
    running += 1
    free[worker] = (free[worker] ?? 0) - 1
    held[worker]?.add(job)
    const nth = job.attempts++
    const epoch = ++job.epoch
    attempts += 1
    underLock((done) =>
      cores.ask(database?.serial ?? 0, () => {
        done()
        cores.ask(database ? database.run - database.serial : 0, begin)
      }),
    )
    function begin(): void {
      if (nth === 0) waits.push(agenda.now - job.arrived)
      const { seconds, fails = false } = fleet.attempt(job.nth, nth)
      agenda.after(seconds + overhead, () => {
        if (job.epoch === epoch) settle(job, worker, fails)
      })
    }
  }

  function settle(job: Job, worker: number, fails: boolean): void {
    held[worker]?.delete(job)
    running -= 1
    free[worker] = (free[worker] ?? 0) + 1
    if (!fails) {
      sojourns[job.nth] = agenda.now - job.arrived
      end = agenda.now
    } else if (job.attempts <= maxRetries) {
      agenda.after(retryWait(job.attempts - 1), () => enqueue(job))
    }
    claimAll()
  }

  function enqueue(job: Job): void {
    queue.add(job)
    claimAll()
  }

  function crash(worker: number, down: number): void {
    isDown[worker] = true
    for (const job of held[worker] ?? []) {
      job.epoch += 1
      running -= 1
      agenda.after(leaseSeconds, () => enqueue(job))
    }
    held[worker]?.clear()
    agenda.after(down, () => {
      isDown[worker] = false
      free[worker] = fleet.workers[worker] ?? 0
      claimAll()
    })
    // Another document may start now that the cap has room.
    claimAll()
  }

  /** Schedules one arrival at a time, so that the event queue stays small. */
  function awaitArrival(nth: number): void {
    const arrived = fleet.arrivals[nth]
    if (arrived === undefined) return
    const job = { nth, arrived, attempts: 0, epoch: 0 }
    agenda.after(arrived - agenda.now, () => {
      awaitArrival(nth + 1)
      cores.ask(database?.enqueue ?? 0, () => enqueue(job))
    })
  }

  awaitArrival(0)
  for (const { at, worker, down } of crashes) agenda.after(at, () => crash(worker, down))
  agenda.run()
  const { busySeconds } = cores
  const databaseLoad = database ? busySeconds / (database.cores * Math.max(end, 1e-9)) : 0
  return { sojourns, waits, attempts, end, databaseLoad }
}
