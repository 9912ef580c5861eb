import { Link } from '@tanstack/react-router'
import { type Counts, countOf, jobFilters } from '../../jobs/job-filter.ts'
import { formatCount } from '../../locale.ts'
import { words } from '../../words/words.ts'

/** How many jobs there are of each kind; pressing one shows just those. */
export function FilterChips({ counts }: { counts: Counts | undefined }) {
  return (
    <nav
      aria-label={words.queue.filters}
      className="-mx-3 flex gap-1.5 overflow-x-auto px-3 py-1 sm:mx-0 sm:flex-wrap sm:gap-2 sm:px-0"
    >
      {jobFilters.map((filter) => (
        <Link
          key={filter}
          to="/queue"
          search={({ q }) => ({
            ...(filter === 'all' ? {} : { status: filter }),
            ...(q === undefined ? {} : { q }),
          })}
          activeOptions={{ exact: true, includeSearch: true }}
          className="flex min-h-9 shrink-0 items-center gap-1.5 rounded-full border border-line bg-surface px-2.5 text-sm font-medium hover:border-accent aria-[current=page]:border-accent aria-[current=page]:bg-accent aria-[current=page]:text-on-accent sm:px-3.5"
        >
          {words.queue.filter[filter]}
          <span className="min-w-2">{counts ? formatCount(countOf(counts, filter)) : ' '}</span>
        </Link>
      ))}
    </nav>
  )
}
