import { reviewWords } from '../../../i18n/review-words.ts'

/** Replaces a PDF that was deleted or cannot be rendered. */
export function BrokenDocument() {
  return (
    <p data-broken="" className="p-4 text-doubt">
      {reviewWords().pdf.broken}
    </p>
  )
}
