import type { ClaimedJob } from '../db/jobs/transitions.sql.ts'
import type { MovedJob } from '../db/queue/rescue.sql.ts'
import { type JobStatus, getNextStatus, type Transition } from '../domain/job/job-state.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Meter } from '../domain/ports/meter.ts'
import { attributeFailure } from '../domain/operations/attempt-stats.ts'
import type { Outcome } from './settle.ts'
import type { OutcomeCounters } from './counters.ts'

/** Logs every job state change in one line, and counts it in the metrics. */
export interface JobRecord {
  claimed(job: ClaimedJob): void
  /** An undefined outcome means that the lease was lost and nothing was written. */
  settled(job: ClaimedJob, outcome: Outcome | undefined, ms: number): void
  /** A job that was taken from a dead worker, or that timed out in the queue. */
  moved(job: MovedJob, event: 'rescue' | 'fail' | 'time_out', code: string): void
}

interface RecordDeps {
  log: Log
  meter: Meter
  counters: OutcomeCounters
  /** Called with the job's id after each change. */
  onChange?: ((jobId: string) => void) | undefined
}

export function createRecord({ log, meter, counters, onChange }: RecordDeps): JobRecord {
  function countFailure(code: string): void {
    meter.count('failed', 1, { code, fault: attributeFailure(code) })
  }

  return {
    claimed(job) {
      const { waited_ms: ms } = job
      log.info(transitionLine(job, 'queued', 'claim', ms), 'job claimed')
      meter.time('waits', Math.max(0, ms) / 1000)
      onChange?.(job.id)
    },
    settled(job, outcome, ms) {
      meter.count('attempts', 1, { event: outcome?.event ?? 'lost' })
      onChange?.(job.id)
      if (!outcome) {
        const line = { ...jobIds(job), event: 'lost', ms: Math.round(ms) }
        return log.info(line, 'lease lost, result dropped')
      }
      log.info(transitionLine(job, 'processing', outcome.event, ms), 'job settled')
      if (outcome.event === 'release') return
      const pages = outcome.event === 'complete' ? (outcome.result.page_count ?? 0) : 0
      const outcomeName = outcome.event === 'fail' ? outcome.error.code : outcome.event
      counters.add(outcomeName, { waited_ms: job.waited_ms, ms, pages })
      if (outcome.event === 'fail') countFailure(outcome.error.code)
      if (outcome.event !== 'complete') return
      meter.count('completed', 1)
      meter.count('pages', pages)
    },
    moved(job, event, code) {
      const { ms } = job
      onChange?.(job.id)
      const from = event === 'time_out' ? 'queued' : 'processing'
      const line = { ...transitionLine(job, from, event, ms), code }
      if (event === 'rescue') return log.warn(line, 'job rescued')
      log.error(
        line,
        event === 'fail' ? 'job failed: interrupted too often' : 'job failed: batch timed out',
      )
      counters.add(code, { waited_ms: 0, ms, pages: 0 })
      countFailure(code)
    },
  }
}

type LoggedJob = Pick<ClaimedJob, 'id' | 'batch_id' | 'epoch' | 'request_id'>

/** Returns the log fields that identify a job in the logs of all processes. */
export function jobIds({ id: job_id, batch_id, epoch, request_id }: LoggedJob): object {
  return { job_id, batch_id, request_id: request_id ?? undefined, epoch }
}

/** Returns one object literal, because adding properties after a spread takes V8 about a microsecond each. */
function transitionLine(job: LoggedJob, from: JobStatus, event: Transition, ms: number): object {
  return {
    job_id: job.id,
    batch_id: job.batch_id,
    request_id: job.request_id ?? undefined,
    epoch: job.epoch,
    event,
    from,
    to: getNextStatus(from, event),
    ms: Math.round(ms),
  }
}
