import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { InvoiceReading } from '../../../domain/invoice/invoice.ts'
import { announce } from '../../ui/announcements.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { FieldList } from './fields/field-list.tsx'
import { LineCard } from './line-card.tsx'
import { useReview } from './fields/review-context.ts'
import { SplitDialog } from './split-dialog.tsx'

export function LineList({ invoice }: { invoice: InvoiceReading }) {
  const { edit, focusField } = useReview()
  const [splitIndex, setSplitIndex] = useState<number>()
  const { lines } = invoice

  function addAt(index: number): void {
    if (!edit([{ op: 'insert', path: `lines.${index}`, value: {} }])) return
    announce(reviewText().lineAdded)
    focusField(`lines.${index}.description`)
  }

  return (
    <>
      <FieldList
        path="lines"
        count={lines.length}
        estimatedHeight={152}
        render={(index) => (
          <LineCard
            invoice={invoice}
            index={index}
            onAdd={() => addAt(index + 1)}
            onSplit={() => setSplitIndex(index)}
          />
        )}
      />
      <button
        type="button"
        className={`${buttonClass.small} mt-2`}
        onClick={() => addAt(lines.length)}
      >
        <Plus aria-hidden="true" className="size-4" />
        {reviewText().addLine}
      </button>
      {splitIndex !== undefined && (
        <SplitDialog
          invoice={invoice}
          index={splitIndex}
          onClose={() => setSplitIndex(undefined)}
        />
      )}
    </>
  )
}
