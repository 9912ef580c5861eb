import { Link } from '@tanstack/react-router'
import { type Section, sections } from './directory-view.ts'
import { directoryWords } from '../../i18n/directory-words.ts'
import { ChipRow, chipClass } from '../../ui/chip-row.tsx'

export function SectionLinks({ current }: { current: Section }) {
  const said = directoryWords()
  return (
    <ChipRow label={said.shelves} currentIndex={sections.indexOf(current)}>
      {sections.map((shelf) => (
        <Link
          key={shelf}
          to="/directory"
          search={shelf === 'parties' ? {} : { show: shelf }}
          activeOptions={{ exact: true, includeSearch: true }}
          // During a search, the router does not match the link as active.
          aria-current={shelf === current ? 'page' : undefined}
          className={chipClass}
        >
          {said.shelf[shelf]}
        </Link>
      ))}
    </ChipRow>
  )
}
