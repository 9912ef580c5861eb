import { Link } from '@tanstack/react-router'
import { type DirectorySection, sections } from './directory-view.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { ChipRow, chipClass } from '../../ui/chip-row.tsx'

export function SectionLinks({ current }: { current: DirectorySection }) {
  const messages = directoryText()
  return (
    <ChipRow label={messages.sectionsLabel} currentIndex={sections.indexOf(current)}>
      {sections.map((section) => (
        <Link
          key={section}
          to="/directory"
          search={section === 'parties' ? {} : { show: section }}
          activeOptions={{ exact: true, includeSearch: true }}
          // During a search, the router does not mark the link as active.
          aria-current={section === current ? 'page' : undefined}
          className={chipClass}
        >
          {messages.sections[section]}
        </Link>
      ))}
    </ChipRow>
  )
}
