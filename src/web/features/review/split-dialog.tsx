import { type FormEvent, useId, useState } from 'react'
import { toDecimal } from '../../../domain/invoice/amounts.ts'
import { formatDecimal, multiply } from '../../../domain/values/decimal.ts'
import { splitLine } from '../../../domain/review/line-edits.ts'
import type { InvoiceReading } from '../../../domain/invoice/invoice.ts'
import { formatCount } from '../../i18n/locale/locale.ts'
import { announce } from '../../ui/announcements.ts'
import { formatDecimalText } from '../../i18n/locale/decimal-text.ts'
import { amountFrom } from './fields/typed-amount.ts'
import { reviewWords } from '../../i18n/review-words.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useReviewing } from './fields/review-context.ts'

interface SplitDialogProps {
  invoice: InvoiceReading
  index: number
  onClose: () => void
}

/** Asks how much of a line goes to a line of its own. */
export function SplitDialog({ invoice, index, onClose }: SplitDialogProps) {
  const { split, lineNumber, lineSplit, notANumber } = reviewWords()
  const { edit } = useReviewing()
  const faultId = useId()
  const price = invoice.lines[index]?.unit_price ?? null
  const [quantity, setQuantity] = useState('')
  const [amount, setAmount] = useState<string>()
  const [isWrong, setIsWrong] = useState(false)
  const shownAmount = amount ?? amountOf(quantity, price)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const taken = { quantity: numberOrNull(quantity), amount: numberOrNull(shownAmount) }
    if (taken.quantity === undefined || taken.amount === undefined) return setIsWrong(true)
    if (taken.quantity === null && taken.amount === null) return setIsWrong(true)
    const { quantity: q, amount: a } = taken
    if (edit(splitLine(invoice, index, { quantity: q, amount: a }))) announce(lineSplit)
    onClose()
  }

  return (
    <Dialog heading={split.heading(lineNumber(formatCount(index + 1)))} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <p className="pb-3 text-ink-soft">{split.text}</p>
        <div className="grid grid-cols-2 gap-3">
          <label className="text-sm">
            {split.quantity}
            <input
              // The dialog was opened to fill it in.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              inputMode="decimal"
              aria-describedby={faultId}
              className="field mt-1 w-full text-right"
              value={quantity}
              onChange={({ currentTarget }) => setQuantity(currentTarget.value)}
            />
          </label>
          <label className="text-sm">
            {split.amount}
            <input
              inputMode="decimal"
              aria-describedby={faultId}
              className="field mt-1 w-full text-right"
              value={shownAmount}
              onChange={({ currentTarget }) => setAmount(currentTarget.value)}
            />
          </label>
        </div>
        <p id={faultId} role="alert" className="min-h-6 pt-1 text-sm text-fail">
          {isWrong && notANumber}
        </p>
        <button type="submit" className={buttonClass.primary}>
          {split.confirm}
        </button>
      </form>
    </Dialog>
  )
}

/** What so many of them cost. */
function amountOf(quantity: string, price: string | null): string {
  const [taken, each] = [toDecimal(amountFrom(quantity) ?? null), toDecimal(price)]
  return taken && each ? formatDecimalText(formatDecimal(multiply(taken, each))) : ''
}

/** Null where nothing was typed, undefined where it is no number. */
function numberOrNull(text: string): string | null | undefined {
  return text.trim() === '' ? null : amountFrom(text)
}
