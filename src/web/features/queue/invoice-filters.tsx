import { useNavigate } from '@tanstack/react-router'
import type { InvoiceFacets } from '../../../domain/api/routes/jobs.ts'
import { formatMonth } from '../../i18n/format.ts'
import { jobText } from '../../i18n/job-text.ts'
import { withParam } from './queue-search.ts'

/** Filters invoices by month and seller. Each filter is hidden until it has at least two options. */
export function InvoiceFilters({
  facets: data,
  seller,
  period,
}: {
  facets: InvoiceFacets | undefined
  seller: string | undefined
  period: string | undefined
}) {
  const navigate = useNavigate({ from: '/queue' })
  const select = (name: 'seller' | 'period', value: string) =>
    void navigate({
      search: (before) => withParam(before, name, value || undefined),
      replace: true,
    })
  if (!data) return null
  const words = jobText().queue
  return (
    <>
      <FacetSelect
        words={[words.period, words.allPeriods]}
        facets={data.periods}
        selected={period}
        format={formatMonth}
        onSelect={(value) => select('period', value)}
      />
      <FacetSelect
        words={[words.seller, words.allSellers]}
        facets={data.sellers}
        selected={seller}
        onSelect={(value) => select('seller', value)}
      />
    </>
  )
}

interface FacetSelectProps {
  words: [label: string, all: string]
  facets: InvoiceFacets['sellers']
  selected: string | undefined
  format?: (value: string) => string
  onSelect: (value: string) => void
}

function FacetSelect(props: FacetSelectProps) {
  const {
    words: [label, all],
    facets,
    selected,
    format = String,
    onSelect,
  } = props
  if (facets.length < 2 && selected === undefined) return null
  const isKnown = facets.some(({ value }) => value === selected)
  return (
    <select
      aria-label={label}
      className="field min-h-9 max-w-52 py-1 text-sm max-sm:max-w-none max-sm:min-w-36 max-sm:flex-1"
      value={selected ?? ''}
      onChange={({ currentTarget }) => onSelect(currentTarget.value)}
    >
      <option value="">{all}</option>
      {selected !== undefined && !isKnown && <option value={selected}>{format(selected)}</option>}
      {facets.map(({ value, count }) => (
        <option key={value} value={value}>
          {jobText().queue.facet(format(value), count)}
        </option>
      ))}
    </select>
  )
}
