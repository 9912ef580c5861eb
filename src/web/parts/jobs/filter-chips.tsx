import { Link } from '@tanstack/react-router'
import { type Counts, countOf, jobFilters } from '../../jobs/job-filter.ts'
import { formatCount } from '../../locale.ts'
import { words } from '../../words/words.ts'
import { chipClass, chipsClass } from '../chips.ts'

/** How many jobs there are of each kind; pressing one shows just those. */
export function FilterChips({ counts }: { counts: Counts | undefined }) {
  return (
    <nav aria-label={words.queue.filters} className={chipsClass}>
      {jobFilters.map((filter) => (
        <Link
          key={filter}
          to="/queue"
          search={({ q }) => ({
            ...(filter === 'all' ? {} : { status: filter }),
            ...(q === undefined ? {} : { q }),
          })}
          activeOptions={{ exact: true, includeSearch: true }}
          className={chipClass}
        >
          {words.queue.filter[filter]}
          <span className="min-w-2">{counts ? formatCount(countOf(counts, filter)) : ' '}</span>
        </Link>
      ))}
    </nav>
  )
}
