import type { Job } from '../../domain/job.ts'
import { rowIdOf } from '../jobs/row-id.ts'
import { words } from '../words.ts'
import { columnsClass, JobRow } from './job-row.tsx'

const sheetClass = 'divide-y divide-line rounded-xl border border-line bg-surface'

/** `wantedRow`: the id of the row that someone came for. */
export function JobList({ jobs, wantedRow }: { jobs: readonly Job[]; wantedRow: string }) {
  return (
    <>
      <ColumnHeads />
      <ul aria-label={words.queue.list} className={`${sheetClass} overflow-hidden`}>
        {jobs.map((job) => (
          <JobRow key={job.id} job={job} isWanted={rowIdOf(job.id) === wantedRow} />
        ))}
      </ul>
    </>
  )
}

function ColumnHeads() {
  const { file, status, added, result } = words.queue.columns
  return (
    <div
      aria-hidden="true"
      className={`hidden px-[1.0625rem] pb-1.5 text-sm text-ink-soft md:grid ${columnsClass}`}
    >
      <span>{file}</span>
      <span>{status}</span>
      <span>{added}</span>
      <span>{result}</span>
    </div>
  )
}

const skeletonRows = [1, 2, 3, 4, 5, 6]

/** Rows of the same height, until the real ones are there. */
export function JobListSkeleton() {
  return (
    <output aria-label={words.queue.loading} className="block">
      <ColumnHeads />
      <div className={sheetClass}>
        {skeletonRows.map((row) => (
          <div key={row} className={`grid animate-pulse gap-y-2 px-4 py-2.5 ${columnsClass}`}>
            <div className="h-12 pt-1.5">
              <div className="h-3 w-3/5 rounded bg-line" />
              <div className="mt-3 h-2.5 w-16 rounded bg-line" />
            </div>
            <div className="mt-1.5 h-3 w-24 rounded bg-line" />
          </div>
        ))}
      </div>
    </output>
  )
}
