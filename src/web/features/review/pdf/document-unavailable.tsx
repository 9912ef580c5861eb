import { reviewText } from '../../../i18n/review-text.ts'

/** Replaces a PDF that was deleted or cannot be rendered. */
export function DocumentUnavailable() {
  return (
    <p data-broken="" className="p-4 text-doubt">
      {reviewText().pdf.broken}
    </p>
  )
}
