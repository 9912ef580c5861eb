import { reviewWords } from '../../../i18n/review-words.ts'

/** The document is gone, or no PDF that can be drawn. */
export function BrokenDocument() {
  return (
    <p data-broken="" className="p-4 text-doubt">
      {reviewWords().pdf.broken}
    </p>
  )
}
