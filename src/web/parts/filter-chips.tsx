import { Link } from '@tanstack/react-router'
import type { JobsPage } from '../../domain/routes/jobs.ts'
import { formatCount } from '../figures.ts'
import { countOf, jobFilters } from '../jobs/job-filter.ts'
import { words } from '../words.ts'

/** How many jobs there are of each kind; pressing one shows just those. */
export function FilterChips({ counts }: { counts: JobsPage['counts'] | undefined }) {
  return (
    <nav aria-label={words.queue.filters} className="flex flex-wrap gap-1.5 sm:gap-2">
      {jobFilters.map((filter) => (
        <Link
          key={filter}
          to="/queue"
          search={filter === 'all' ? {} : { status: filter }}
          activeOptions={{ exact: true, includeSearch: true }}
          className="flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-sm sm:px-3.5 font-medium hover:border-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent"
        >
          {words.queue.filter[filter]}
          <span className="min-w-2 opacity-80">
            {counts ? formatCount(countOf(counts, filter)) : ' '}
          </span>
        </Link>
      ))}
    </nav>
  )
}
