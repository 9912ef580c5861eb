import { Link } from '@tanstack/react-router'
import { autoMapping } from '../../../domain/mapping/mapping.ts'
import type { MappingSummary } from '../../../domain/api/routes/service.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { LearnedLayouts } from './learned-layouts.tsx'
import { DraftTag } from './draft-tag.tsx'
import { useMappings } from '../../mapping-choice/mapping-choice.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { mappingText } from '../../i18n/mapping-text.ts'
import { uiText } from '../../i18n/ui-text.ts'
import { LoadFailure } from '../../ui/load-failure.tsx'

/** Lists built-in mappings and drafts. */
export function MappingsPage() {
  const messages = mappingText()
  usePageTitle(messages.title)
  const { data, error, refetch } = useMappings()
  const mappings = data?.mappings.filter(({ name }) => name !== autoMapping.name) ?? []
  return (
    <>
      <div className="max-w-3xl pt-6 pb-5">
        <h1 className="text-2xl font-bold">{messages.heading}</h1>
        <p className="pt-1 pb-4 text-ink-soft">{messages.lead}</p>
        <Link to="/mappings/custom-fields" className={buttonClass.secondary}>
          {messages.customFields.open}
        </Link>
      </div>
      <LearnedLayouts />
      {!data && <LoadFailure reason={messages.notLoaded} error={error} onRetry={refetch} />}
      {data && (
        <ul aria-label={messages.list} className="grid gap-3 md:grid-cols-2">
          {mappings.map((mapping) => (
            <MappingCard
              key={mapping.name}
              mapping={mapping}
              isDefault={mapping.name === data.default_mapping}
            />
          ))}
        </ul>
      )}
    </>
  )
}

function MappingCard({ mapping, isDefault }: { mapping: MappingSummary; isDefault: boolean }) {
  const messages = mappingText()
  const { name, title, description, kind, outputs, is_draft } = mapping
  const facts = [
    uiText.kinds[kind].title,
    messages.writes(outputs.join(', ')),
    ...(isDefault ? [messages.isDefault] : []),
  ]
  return (
    <li className="relative flex flex-col rounded-xl border border-line bg-surface p-4 hover:border-accent has-focus-visible:outline-2 has-focus-visible:outline-accent">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/mappings/$name"
          params={{ name }}
          lang="en"
          className="font-semibold wrap-anywhere outline-none after:absolute after:inset-0 after:rounded-xl"
        >
          {title}
        </Link>
        {is_draft && <DraftTag />}
      </p>
      <p lang="en" className="flex-1 pt-1 text-ink-soft">
        {description}
      </p>
      <p className="pt-2 text-sm text-ink-soft">
        <code className="wrap-anywhere">{name}</code>
        {` · ${facts.join(' · ')}`}
      </p>
    </li>
  )
}
