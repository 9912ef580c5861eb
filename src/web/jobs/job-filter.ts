import type { Job } from '../../domain/job.ts'
import { activeStatuses } from '../../domain/job-state.ts'
import type { JobsPage } from '../../domain/routes/jobs.ts'

export const jobFilters = ['all', 'active', 'complete', 'failed'] as const
export type JobFilter = (typeof jobFilters)[number]

export function fitsFilter(job: Job, filter: JobFilter): boolean {
  if (filter === 'all') return true
  return filter === 'active' ? activeStatuses.includes(job.status) : job.status === filter
}

export function countOf(counts: JobsPage['counts'], filter: JobFilter): number {
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)
  if (filter === 'all') return sum(Object.values(counts))
  if (filter === 'active') return sum(activeStatuses.map((status) => counts[status]))
  return counts[filter]
}
