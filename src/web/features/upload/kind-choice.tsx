import { MappingKind } from '../../../domain/mapping/mapping.ts'
import type { MappingSummary } from '../../../domain/api/routes/service.ts'
import { useStore } from '../../store/store.ts'
import {
  listChoices,
  selectedKind,
  selectedLayout,
  useMappings,
} from '../../mapping-choice/mapping-choice.ts'
import { uiText } from '../../i18n/ui-text.ts'

/** Lets the user select the kind of document and, if the kind has several layouts, the layout. */
export function KindPicker() {
  const kind = useStore(selectedKind)
  const { data } = useMappings()
  const choices = listChoices(data?.mappings ?? [])
  const kinds = MappingKind.options.filter((one) => choices.some((it) => it.kind === one))
  const layouts = choices.filter((mapping) => mapping.kind === kind)
  return (
    <fieldset className="mt-8">
      <legend className="pb-2 text-lg font-bold">{uiText.draft.kind}</legend>
      <div className="grid gap-2 sm:grid-cols-2 lg:grid-cols-4">
        {kinds.map((one) => (
          <label
            key={one}
            className="grid cursor-pointer grid-cols-[auto_1fr] content-start gap-x-2.5 rounded-xl border border-line bg-surface p-3 hover:border-accent has-checked:border-accent has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="kind"
              className="mt-1 size-4 shrink-0 accent-accent"
              checked={one === kind}
              onChange={() => selectedKind.set(one)}
            />
            <span className="font-semibold">{uiText.kinds[one].title}</span>
            <span className="col-start-2 text-sm text-ink-soft">{uiText.kinds[one].text}</span>
          </label>
        ))}
      </div>
      {layouts.length > 1 && (
        <label className="mt-4 block max-w-sm">
          <span className="mb-1 block text-sm font-medium">{uiText.layout.label}</span>
          <LayoutSelect layouts={layouts} />
        </label>
      )}
    </fieldset>
  )
}

function LayoutSelect({ layouts }: { layouts: readonly MappingSummary[] }) {
  const layout = useStore(selectedLayout)
  const selected = layouts.find(({ name }) => name === layout)?.name ?? ''
  return (
    <select
      className="field w-full"
      value={selected}
      onChange={({ currentTarget }) => selectedLayout.set(currentTarget.value || undefined)}
    >
      <option value="">{uiText.layout.recognise}</option>
      {layouts.map(({ name, title, is_draft }) => (
        <option key={name} value={name} lang="en">
          {is_draft ? uiText.layout.draft(title) : title}
        </option>
      ))}
    </select>
  )
}
