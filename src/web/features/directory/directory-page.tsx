import { useNavigate, useSearch } from '@tanstack/react-router'
import { EntryTable } from './entry-table.tsx'
import { ExchangeRates } from './exchange-rates.tsx'
import { LearnedCorrections } from './learned-corrections.tsx'
import { SectionLinks } from './section-links.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { directoryText } from '../../i18n/directory-text.ts'

/** Shows companies, units, goods codes, exchange rates and learned corrections. */
export function DirectoryPage() {
  const messages = directoryText()
  usePageTitle(messages.title)
  const { show: section = 'parties', q = '' } = useSearch({ from: '/directory' })
  const navigate = useNavigate({ from: '/directory' })
  const search = (query: string) =>
    void navigate({
      search: ({ show }) => ({
        ...(show === undefined ? {} : { show }),
        ...(query === '' ? {} : { q: query }),
      }),
      replace: true,
    })
  return (
    <>
      <div className="pt-6 pb-2">
        <h1 className="text-2xl font-bold">{messages.heading}</h1>
        <p className="pt-1 text-ink-soft">{messages.lead}</p>
      </div>
      <div className="sticky top-0 z-10 -mx-3 flex flex-wrap items-center gap-x-4 gap-y-2 bg-paper px-3 pt-2 pb-3 sm:-mx-6 sm:px-6">
        <SectionLinks current={section} />
        {section !== 'rates' && (
          <SearchField key={section} q={q} label={messages.search[section]} onSearch={search} />
        )}
      </div>
      <p className="max-w-3xl pb-4 text-sm text-ink-soft">{messages.about[section]}</p>
      {section === 'corrections' && <LearnedCorrections q={q} />}
      {section === 'rates' && <ExchangeRates />}
      {section !== 'corrections' && section !== 'rates' && (
        <EntryTable key={section} table={section} q={q} />
      )}
    </>
  )
}
