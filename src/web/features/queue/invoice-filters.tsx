import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type InvoiceFacets, jobRoutes } from '../../../domain/api/routes/jobs.ts'
import { client } from '../../api/client.ts'
import { useRefetchOnChange } from '../../api/use-refetch-on-change.ts'
import { formatMonth } from '../../i18n/format.ts'
import { words } from '../../i18n/words.ts'
import { useLiveJobs } from '../../live/use-live-jobs.ts'
import { withParam } from './queue-search.ts'

const facetsKey = ['facets']

/** Filters invoices by month and seller; hidden until there are several values to choose from. */
export function InvoiceFilters({
  seller,
  period,
}: {
  seller: string | undefined
  period: string | undefined
}) {
  const complete = useLiveJobs().data?.counts.complete
  useRefetchOnChange(facetsKey, String(complete))
  const { data } = useQuery({
    queryKey: facetsKey,
    queryFn: ({ signal }) => client.call(jobRoutes.invoiceFacets, { signal }),
  })
  const navigate = useNavigate({ from: '/queue' })
  const select = (name: 'seller' | 'period', value: string) =>
    void navigate({
      search: (before) => withParam(before, name, value || undefined),
      replace: true,
    })
  if (!data) return null
  const { allPeriods, allSellers } = words.queue
  return (
    <>
      <FacetSelect
        label={words.queue.period}
        all={allPeriods}
        facets={data.periods}
        selected={period}
        format={formatMonth}
        onSelect={(value) => select('period', value)}
      />
      <FacetSelect
        label={words.queue.seller}
        all={allSellers}
        facets={data.sellers}
        selected={seller}
        format={String}
        onSelect={(value) => select('seller', value)}
      />
    </>
  )
}

interface FacetSelectProps {
  label: string
  all: string
  facets: InvoiceFacets['sellers']
  selected: string | undefined
  format: (value: string) => string
  onSelect: (value: string) => void
}

function FacetSelect({ label, all, facets, selected, format, onSelect }: FacetSelectProps) {
  if (facets.length < 2 && selected === undefined) return null
  const isKnown = facets.some(({ value }) => value === selected)
  return (
    <select
      aria-label={label}
      className="field max-w-56"
      value={selected ?? ''}
      onChange={({ currentTarget }) => onSelect(currentTarget.value)}
    >
      <option value="">{all}</option>
      {selected !== undefined && !isKnown && <option value={selected}>{format(selected)}</option>}
      {facets.map(({ value, count }) => (
        <option key={value} value={value}>
          {words.queue.facet(format(value), count)}
        </option>
      ))}
    </select>
  )
}
