import { MapPin } from 'lucide-react'
import { render } from '../../../../domain/i18n/render.ts'
import { isCheckFailure, type Reason } from '../../../../domain/invoice/review-reasons.ts'
import { reviewText } from '../../../i18n/review-text.ts'
import { currentLanguage } from '../../../i18n/ui-text.ts'
import { statusStyles } from './field-status-mark.tsx'
import { documentPath } from './field-status.ts'
import { useReview } from './review-context.ts'

interface ReasonsProps {
  reasons: readonly Reason[]
  /** Field that shows the reasons. */
  path: string
}

/** Shows reasons. Each links to its position on the page or, if it has none, to its field. */
export function Reasons({ reasons, path }: ReasonsProps) {
  return reasons.map((reason) => {
    const text = render(reason, currentLanguage.get())
    return <ReasonLine key={text} reason={reason} text={text} path={path} />
  })
}

const documentReasonsId = 'document-reasons'

/** Shows the reasons about the whole document, which no field shows. */
export function DocumentReasons() {
  const { openAt } = useReview()
  return (
    <div id={documentReasonsId} tabIndex={-1} className="scroll-mt-[44dvh] lg:scroll-mt-16">
      <Reasons reasons={openAt(documentPath)} path={documentPath} />
    </div>
  )
}

export function focusDocumentReasons(): void {
  document.getElementById(documentReasonsId)?.focus()
}

function ReasonLine({ reason, text, path }: { reason: Reason; text: string; path: string }) {
  const { locate, showReason, tabsThroughAll } = useReview()
  const { text: color } = statusStyles[isCheckFailure(reason.code) ? 'failed' : 'to_check']
  const place = reason.path === null ? undefined : locate(reason.path)
  if (!place && path === documentPath) {
    return <p className={`pt-0.5 wrap-anywhere ${color}`}>{text}</p>
  }
  const { onPage, atField } = reviewText().reason
  return (
    <button
      type="button"
      tabIndex={tabsThroughAll ? 0 : -1}
      title={place ? onPage : atField}
      className={`block w-full cursor-pointer pt-0.5 text-left wrap-anywhere underline-offset-2 hover:underline pointer-coarse:min-h-9 ${color}`}
      onClick={() => showReason(path, place)}
    >
      {place && <MapPin aria-hidden="true" className="mr-0.5 -mt-0.5 inline size-3.5" />}
      {text}
    </button>
  )
}
