import { chosenMapping } from '../app.ts'
import { useMapping, useMappings } from '../use-mapping.ts'
import { words } from '../words.ts'

/** What will be made of the PDFs: a choice where there is one, else just said. */
export function MappingChoice() {
  const { data } = useMappings()
  const mapping = useMapping()
  return (
    <div className="mt-3 min-h-16 max-w-prose group-data-compact:max-sm:min-h-0 sm:min-h-12">
      {data && data.mappings.length > 1 && (
        <label className="mb-3 block">
          <span className="mb-1 block text-sm text-manila-soft">{words.upload.mapping}</span>
          <select
            className="min-h-11 w-full max-w-sm rounded-lg border border-edge bg-surface px-3 text-base text-ink"
            value={mapping?.name}
            onChange={({ currentTarget }) => chosenMapping.set(currentTarget.value)}
          >
            {data.mappings.map(({ name, title }) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </label>
      )}
      {mapping && (
        <p className="group-data-compact:max-sm:hidden">
          {data?.mappings.length === 1 && <strong>{mapping.title}. </strong>}
          {mapping.description}
        </p>
      )}
    </div>
  )
}
