import { Link } from '@tanstack/react-router'
import { type ViewCounts, countJobs, type JobFilter, jobFilters } from './job-filter.ts'
import { formatCount } from '../../i18n/locale/locale.ts'
import { jobText } from '../../i18n/job-text.ts'
import { withParam } from './queue-search.ts'
import { ChipRow, chipClass } from '../../ui/chip-row.tsx'

interface FilterChipsProps {
  counts: ViewCounts | undefined
  filter: JobFilter
}

/** Filter links with job counts. */
export function FilterChips({ counts, filter: current }: FilterChipsProps) {
  return (
    // The positions of the chips are known only once the counts are loaded.
    <ChipRow
      label={jobText().queue.filters}
      currentIndex={counts ? jobFilters.indexOf(current) : -1}
    >
      {jobFilters.map((filter) => (
        <Link
          key={filter}
          to="/queue"
          search={(before) => withParam(before, 'status', filter === 'all' ? undefined : filter)}
          activeOptions={{ exact: true, includeSearch: true }}
          className={chipClass}
        >
          {jobText().queue.filter[filter]}
          <span className="min-w-2">{counts ? formatCount(countJobs(counts, filter)) : ' '}</span>
        </Link>
      ))}
    </ChipRow>
  )
}
