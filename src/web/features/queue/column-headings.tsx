import { useNavigate } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type JobSort, jobSorts, type SortOrder } from '../../../domain/job/job-sort.ts'
import { jobText } from '../../i18n/job-text.ts'
import { withParam } from './queue-search.ts'
import { columnsClass } from './job-row.tsx'

export interface SortState {
  sort: JobSort
  order: SortOrder
}

const columns = ['number', 'date', 'seller', 'buyer', 'total', 'status'] as const

/** Returns the initial order: latest first for dates, largest first for amounts. */
function initialOrder(sort: JobSort): SortOrder {
  return sort === 'date' || sort === 'total' || sort === 'created' ? 'desc' : 'asc'
}

function flip(order: SortOrder): SortOrder {
  return order === 'asc' ? 'desc' : 'asc'
}

function useSort() {
  const navigate = useNavigate({ from: '/queue' })
  return ({ sort, order }: SortState) => {
    const isDefault = sort === 'created' && order === 'desc'
    void navigate({
      search: (before) => {
        const sorted = withParam(before, 'sort', isDefault ? undefined : sort)
        return withParam(sorted, 'order', isDefault ? undefined : order)
      },
      replace: true,
    })
  }
}

/** Column headings that sort the list. A second click reverses the order. */
export function ColumnHeadings({ sort, order }: SortState) {
  const setSort = useSort()
  return (
    <fieldset
      aria-label={jobText().queue.sortBy}
      className={`hidden min-w-0 px-[0.8125rem] pb-1 text-sm text-ink-soft lg:grid ${columnsClass}`}
    >
      <span />
      {columns.map((column) => {
        const isCurrent = column === sort
        const Arrow = order === 'asc' ? ArrowUp : ArrowDown
        return (
          <button
            key={column}
            type="button"
            aria-pressed={isCurrent}
            title={isCurrent ? jobText().queue.sorted[order] : undefined}
            className={`flex min-h-8 min-w-0 cursor-pointer items-center gap-1 font-medium hover:text-accent aria-pressed:text-ink ${column === 'total' ? 'justify-end' : ''}`}
            onClick={() =>
              setSort({ sort: column, order: isCurrent ? flip(order) : initialOrder(column) })
            }
          >
            {jobText().queue.columns[column]}
            {isCurrent && <Arrow aria-label={jobText().queue.sorted[order]} className="size-3.5" />}
          </button>
        )
      })}
    </fieldset>
  )
}

/** Sorts the list on screens without column headings. Also offers to sort by upload time. */
export function SortSelect({ sort, order, className }: SortState & { className: string }) {
  const setSort = useSort()
  return (
    <select
      aria-label={jobText().queue.sortBy}
      className={`field min-h-9 max-w-52 py-1 text-sm max-sm:max-w-none max-sm:min-w-36 max-sm:flex-1 ${className}`}
      value={`${sort} ${order}`}
      onChange={({ currentTarget }) => {
        const [by, direction] = currentTarget.value.split(' ')
        setSort({ sort: by as JobSort, order: direction as SortOrder })
      }}
    >
      {jobSorts.flatMap((one) =>
        (['asc', 'desc'] as const)
          .toSorted((first) => (first === initialOrder(one) ? -1 : 1))
          .map((direction) => (
            <option key={`${one} ${direction}`} value={`${one} ${direction}`}>
              {jobText().queue.sorting(jobText().queue.columns[one], direction)}
            </option>
          )),
      )}
    </select>
  )
}
