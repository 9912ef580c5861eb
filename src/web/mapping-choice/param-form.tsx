import { X } from 'lucide-react'
import { useId } from 'react'
import { isValidParam } from '../../domain/mapping/param-kinds.ts'
import { splitNames } from '../../domain/heat-sheet/swimmer-names.ts'
import type { MappingSummary } from '../../domain/api/routes/service.ts'
import { useStore } from '../store/store.ts'
import { recentSwimmers, enteredParams } from './mapping-choice.ts'
import { uiText } from '../i18n/ui-text.ts'
import { buttonClass } from '../ui/button-class.ts'
import { ActionButton } from '../ui/action-button.tsx'

type Param = MappingSummary['params'][number]

/** Returns the entered values of the mapping's parameters. */
export function collectParams(
  { kind, params }: MappingSummary,
  typed: Readonly<Record<string, string>>,
): Record<string, string> {
  // `auto` accepts all parameters, but the form shows none for it.
  if (kind === 'auto') return {}
  const entries = params.map(({ name }) => [name, typed[name]?.trim() ?? ''] as const)
  return Object.fromEntries(entries.filter(([, value]) => value !== ''))
}

/** Shows the required parameters and the swimmer. Other parameters are below "More". */
export function ParamForm({ mapping }: { mapping: MappingSummary }) {
  if (mapping.kind === 'auto' || mapping.params.length === 0) return null
  const isPrimary = ({ name, required }: Param) => required || name === 'swimmer'
  const primary = mapping.params.filter(isPrimary)
  const optional = mapping.params.filter((param) => !isPrimary(param))
  return (
    <div className="max-w-2xl pt-6">
      {primary.map((param) => (
        <ParamField key={param.name} param={param} />
      ))}
      {primary.some(({ name }) => name === 'swimmer') && <RecentSwimmers />}
      {optional.length > 0 && (
        <details className="pt-4">
          <summary className="min-h-9 cursor-pointer font-medium text-accent">
            {uiText.more}
          </summary>
          <div className="grid gap-x-4 gap-y-3 pt-2 sm:grid-cols-2">
            {optional.map((param) => (
              <ParamField key={param.name} param={param} />
            ))}
          </div>
        </details>
      )}
    </div>
  )
}

const inputTypes = {
  text: { type: 'text' },
  date: { type: 'date' },
  time: { type: 'time' },
  time_zone: { type: 'text' },
  minutes: { type: 'number', min: 0, max: 1440, inputMode: 'numeric' },
  schema: { type: 'text' },
} as const

function ParamField({ param }: { param: Param }) {
  const { name, title, required, kind } = param
  const value = useStore(enteredParams)[name] ?? ''
  const [hintId, zonesId] = [useId(), useId()]
  const isInvalid = value !== '' && !isValidParam(kind, value)
  const label = uiText.params[name]
  const hint = isInvalid ? `${label ?? title}: ${uiText.paramKinds[kind]}` : uiText.paramHints[name]
  return (
    <label className="block">
      <span
        lang={label === undefined ? 'en' : undefined}
        className="mb-1 block text-sm font-medium"
      >
        {label ?? title}
      </span>
      <input
        {...inputTypes[kind]}
        className="field w-full"
        required={required}
        maxLength={500}
        autoComplete="off"
        value={value}
        aria-invalid={isInvalid}
        aria-describedby={hint === undefined ? undefined : hintId}
        list={kind === 'time_zone' ? zonesId : undefined}
        onChange={({ currentTarget }) => {
          enteredParams.set({ ...enteredParams.get(), [name]: currentTarget.value })
          const isValid = currentTarget.value === '' || isValidParam(kind, currentTarget.value)
          currentTarget.setCustomValidity(
            isValid ? '' : `${label ?? title}: ${uiText.paramKinds[kind]}`,
          )
        }}
      />
      {hint !== undefined && (
        <span
          id={hintId}
          className={`block pt-1 text-sm ${isInvalid ? 'text-fail' : 'text-ink-soft'}`}
        >
          {hint}
        </span>
      )}
      {kind === 'time_zone' && (
        <datalist id={zonesId}>
          {Intl.supportedValuesOf('timeZone').map((zone) => (
            <option key={zone}>{zone}</option>
          ))}
        </datalist>
      )}
    </label>
  )
}

/** Offers recent names. A click adds a name to the field. */
function RecentSwimmers() {
  const recent = useStore(recentSwimmers)
  const typed = useStore(enteredParams)
  const enteredNames = splitNames(typed.swimmer ?? '')
  const others = recent.filter((name) => !enteredNames.includes(name))
  if (recent.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 pt-2">
      <span className="text-sm text-ink-soft">{uiText.swimmers.heading}</span>
      {others.map((name) => (
        <button
          key={name}
          type="button"
          aria-label={uiText.swimmers.add(name)}
          className={buttonClass.small}
          onClick={() =>
            enteredParams.set({ ...typed, swimmer: [...enteredNames, name].join('; ') })
          }
        >
          {name}
        </button>
      ))}
      <ActionButton icon={X} look="quiet" onClick={() => recentSwimmers.set([])}>
        {uiText.swimmers.clear}
      </ActionButton>
    </div>
  )
}
