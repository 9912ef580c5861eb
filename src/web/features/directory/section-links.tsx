import { Link } from '@tanstack/react-router'
import { type Section, sections } from './directory-view.ts'
import { directoryWords } from '../../i18n/directory-words.ts'
import { ChipRow, chipClass } from '../../ui/chip-row.tsx'

/** The parts of the directory, each with an address of its own. */
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
          // While something is searched for, the address is another one.
          aria-current={shelf === current ? 'page' : undefined}
          className={chipClass}
        >
          {said.shelf[shelf]}
        </Link>
      ))}
    </ChipRow>
  )
}
