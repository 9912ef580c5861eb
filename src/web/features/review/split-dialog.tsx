import { type ComponentProps, type FormEvent, useId, useState } from 'react'
import { toDecimal } from '../../../domain/invoice/amounts.ts'
import { formatDecimal, multiply } from '../../../domain/values/decimal.ts'
import { splitLine } from '../../../domain/review/line-edits.ts'
import type { InvoiceReading } from '../../../domain/invoice/invoice.ts'
import { formatCount } from '../../i18n/locale/locale.ts'
import { announce } from '../../ui/announcements.ts'
import { formatDecimalText } from '../../i18n/locale/decimal-text.ts'
import { parseAmount } from '../../i18n/locale/parse-amount.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Dialog, focusOnOpen } from '../../ui/dialog.tsx'
import { useReview } from './fields/review-context.ts'

interface SplitDialogProps {
  invoice: InvoiceReading
  index: number
  onClose: () => void
}

/** Moves part of a line's quantity and amount to a new line. */
export function SplitDialog({ invoice, index, onClose }: SplitDialogProps) {
  const { split, lineNumber, lineSplit, notANumber } = reviewText()
  const { edit } = useReview()
  const errorId = useId()
  const price = invoice.lines[index]?.unit_price ?? null
  const [quantity, setQuantity] = useState('')
  const [amount, setAmount] = useState<string>()
  const [isInvalid, setIsInvalid] = useState(false)
  const shownAmount = amount ?? multiplyPrice(quantity, price)

  function submit(event: FormEvent): void {
    event.preventDefault()
    const part = {
      quantity: parseOptionalAmount(quantity),
      amount: parseOptionalAmount(shownAmount),
    }
    if (part.quantity === undefined || part.amount === undefined) return setIsInvalid(true)
    if (part.quantity === null && part.amount === null) return setIsInvalid(true)
    const { quantity: q, amount: a } = part
    if (edit(splitLine(invoice, index, { quantity: q, amount: a }))) announce(lineSplit)
    onClose()
  }

  return (
    <Dialog heading={split.heading(lineNumber(formatCount(index + 1)))} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <p className="pb-3 text-ink-soft">{split.text}</p>
        <div className="grid grid-cols-2 gap-3">
          <AmountInput
            label={split.quantity}
            ref={focusOnOpen}
            aria-describedby={errorId}
            value={quantity}
            onType={setQuantity}
          />
          <AmountInput
            label={split.amount}
            aria-describedby={errorId}
            value={shownAmount}
            onType={setAmount}
          />
        </div>
        <p id={errorId} role="alert" className="min-h-6 pt-1 text-sm text-fail">
          {isInvalid && notANumber}
        </p>
        <button type="submit" className={buttonClass.primary}>
          {split.confirm}
        </button>
      </form>
    </Dialog>
  )
}

interface AmountInputProps extends ComponentProps<'input'> {
  label: string
  onType: (text: string) => void
}

function AmountInput({ label, onType, ...props }: AmountInputProps) {
  return (
    <label className="text-sm">
      {label}
      <input
        {...props}
        inputMode="decimal"
        className="field mt-1 w-full text-right"
        onChange={({ currentTarget }) => onType(currentTarget.value)}
      />
    </label>
  )
}

function multiplyPrice(quantity: string, price: string | null): string {
  const [count, each] = [toDecimal(parseAmount(quantity) ?? null), toDecimal(price)]
  return count && each ? formatDecimalText(formatDecimal(multiply(count, each))) : ''
}

/** Parses an amount: null if the text is empty, undefined if it is not a number. */
function parseOptionalAmount(text: string): string | null | undefined {
  return text.trim() === '' ? null : parseAmount(text)
}
