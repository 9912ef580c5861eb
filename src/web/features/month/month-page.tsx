import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { FilePlus2 } from 'lucide-react'
import { useState } from 'react'
import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'
import type { InvoiceFacets } from '../../../domain/api/routes/jobs.ts'
import { companyName } from '../../browser/preferences.ts'
import { useStore } from '../../store/store.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { formatMonth } from '../../i18n/format.ts'
import { monthText } from '../../i18n/month-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ExportBar } from './export-bar.tsx'
import { addConfirmations, type Confirmations } from './group-rules.ts'
import { ExportedFiles } from './exported-files.tsx'
import { InvoiceList } from './invoice-list.tsx'
import { MissingDocuments } from './missing-documents.tsx'
import { MonthTotals } from './month-totals.tsx'
import { OpenRules } from './open-rules.tsx'
import { useFacets } from '../../live/use-facets.ts'
import { type MonthSelection, usePreflight } from './use-month.ts'
import { LoadFailure, LoadStatus } from '../../ui/load-failure.tsx'

/** Guides the user through a tax period, from the first check to the Coretax file. */
export function MonthPage() {
  const words = monthText()
  usePageTitle(words.title)
  const { data: facets, error, refetch } = useFacets({})
  const search = useSearch({ from: '/month' })
  const { period = facets?.periods[0]?.value } = search
  const company = useStore(companyName)
  const own = facets?.sellers.find(({ value }) => value === company)?.value
  // An empty seller in the URL stands for all sellers.
  const seller = search.seller === undefined ? own : search.seller || undefined
  return (
    <>
      <h1 className="pt-6 text-2xl font-bold">{words.heading}</h1>
      <p className="max-w-prose pb-4 text-ink-soft">{words.lead}</p>
      <LoadFailure reason={words.notLoaded} error={error} onRetry={refetch} />
      {facets && period === undefined && (
        <div className="flex flex-wrap items-center gap-4 rounded-xl border border-dashed border-edge px-6 py-14">
          <p className="text-ink-soft">{words.empty}</p>
          <Link to="/" className={buttonClass.primary}>
            <FilePlus2 aria-hidden="true" className="size-5" />
            {words.upload}
          </Link>
        </div>
      )}
      {facets && period !== undefined && (
        <>
          <MonthPicker facets={facets} month={{ period, seller }} />
          <MissingDocuments month={{ period, seller }} undated={facets.undated_count} />
          <CheckedMonth key={period} month={{ period, seller }} />
        </>
      )}
    </>
  )
}

function MonthPicker({ facets, month }: { facets: InvoiceFacets; month: MonthSelection }) {
  const words = monthText()
  const navigate = useNavigate({ from: '/month' })
  const open = ({ period, seller }: MonthSelection) =>
    void navigate({ search: { period, seller: seller ?? '' } })
  const periods = facets.periods.some(({ value }) => value === month.period)
    ? facets.periods
    : [{ value: month.period, count: 0 }, ...facets.periods]
  return (
    <div className="flex flex-wrap gap-4 pb-4">
      <label className="text-sm font-medium">
        <span className="mb-1 block">{words.period}</span>
        <select
          className="field"
          value={month.period}
          onChange={({ currentTarget }) => open({ ...month, period: currentTarget.value })}
        >
          {periods.map(({ value }) => (
            <option key={value} value={value}>
              {formatMonth(value)}
            </option>
          ))}
        </select>
      </label>
      {(facets.sellers.length > 1 || month.seller !== undefined) && (
        <label className="text-sm font-medium">
          <span className="mb-1 block">{words.seller}</span>
          <select
            className="field max-w-72"
            value={month.seller ?? ''}
            onChange={({ currentTarget }) =>
              open({ period: month.period, seller: currentTarget.value || undefined })
            }
          >
            <option value="">{words.allSellers}</option>
            {facets.sellers.map(({ value }) => (
              <option key={value} value={value}>
                {value}
              </option>
            ))}
          </select>
        </label>
      )}
    </div>
  )
}

/** Shows the checked month. Keeps the confirmations if the user selects a seller afterwards. */
function CheckedMonth({ month }: { month: MonthSelection }) {
  const words = monthText()
  const { data, error, refetch } = usePreflight(month)
  const [confirmed, setConfirmed] = useState<Confirmations>(new Set())
  const confirm = (code: string, documents: readonly PreflightDocument[]) =>
    setConfirmed(addConfirmations(confirmed, code, documents))
  if (!data) return <LoadStatus words={words} error={error} onRetry={refetch} />
  const { documents, totals } = data
  return (
    <div className="space-y-8">
      <MonthTotals documents={documents} totals={totals} />
      <OpenRules documents={documents} confirmed={confirmed} onConfirm={confirm} />
      <InvoiceList documents={documents} confirmed={confirmed} />
      <ExportedFiles month={month} />
      <ExportBar month={month} documents={documents} confirmed={confirmed} />
    </div>
  )
}
