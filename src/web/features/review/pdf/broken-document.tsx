import { reviewWords } from '../../../i18n/review-words.ts'

/** Shown when the PDF is deleted or cannot be rendered. */
export function BrokenDocument() {
  return (
    <p data-broken="" className="p-4 text-doubt">
      {reviewWords().pdf.broken}
    </p>
  )
}
