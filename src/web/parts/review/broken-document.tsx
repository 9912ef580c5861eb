import { words } from '../../words/words.ts'

/** The document is gone, or no PDF that can be drawn. */
export function BrokenDocument() {
  return (
    <p data-broken="" className="p-4 text-doubt">
      {words.review.pdf.broken}
    </p>
  )
}
