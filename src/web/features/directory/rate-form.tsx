import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { rateRoutes } from '../../../domain/api/routes/rates.ts'
import { client } from '../../api/client.ts'
import { directoryText } from '../../i18n/directory-text.ts'
import { announce } from '../../ui/announcements.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { findWeek, parseRate, type TypedRate } from './typed-rate.ts'
import { SubmitButton } from '../../ui/action-button.tsx'

const empty: TypedRate = { currency: 'USD', date: '', units: '1', rate: '' }

/** Adds or replaces the rate of a currency for one week. */
export function RateForm({ onSaved }: { onSaved: () => void }) {
  const { rates: texts } = directoryText()
  const [typed, setTyped] = useState(empty)
  const rate = parseRate(typed)
  const save = useMutation({
    mutationFn: () => client.call(rateRoutes.saveRates, { body: { rates: rate ? [rate] : [] } }),
    onSuccess() {
      announce(texts.saved)
      setTyped({ ...typed, rate: '' })
      onSaved()
    },
  })
  function submit(event: FormEvent): void {
    event.preventDefault()
    if (rate) save.mutate()
  }
  const week = findWeek(typed.date)
  return (
    <form noValidate className="pb-3" onSubmit={submit}>
      <div className="flex flex-wrap items-end gap-3">
        {(Object.keys(empty) as (keyof TypedRate)[]).map((key) => (
          <label key={key} className="text-sm font-medium">
            <span className="mb-1 block">{texts.fields[key]}</span>
            <input
              type={key === 'date' ? 'date' : 'text'}
              inputMode={key === 'rate' ? 'decimal' : undefined}
              autoComplete="off"
              className={`field ${widths[key]}`}
              value={typed[key]}
              onChange={({ currentTarget }) => setTyped({ ...typed, [key]: currentTarget.value })}
            />
          </label>
        ))}
        <SubmitButton isDisabled={!rate || save.isPending}>{texts.save}</SubmitButton>
      </div>
      <p className="min-h-6 pt-1 text-sm text-ink-soft">
        {week && texts.valid(week.first, week.last)}
      </p>
      <ErrorMessage error={save.error} className="text-sm" />
    </form>
  )
}

const widths: Record<keyof TypedRate, string> = {
  currency: 'w-24',
  date: 'w-44',
  units: 'w-20',
  rate: 'w-36',
}
