import { useEffect } from 'react'
import { render } from '../../../domain/i18n/render.ts'
import { reviewText } from '../../i18n/review-text.ts'
import { currentLanguage } from '../../i18n/ui-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { Dialog } from '../../ui/dialog.tsx'
import type { OpenReasons } from './fields/field-status.ts'

const maxListed = 5

interface ApproveDialogProps {
  open: OpenReasons
  onApprove: () => void
  onClose: () => void
}

/** Lists the open review reasons. The close button has the focus, so only Ctrl+Enter or a click approves. */
export function ApproveDialog({ open, onApprove, onClose }: ApproveDialogProps) {
  const { heading, text, more, back, confirm } = reviewText().confirmApproval
  useConfirmKey(onApprove)
  const reasons = [...open.values()].flat()
  return (
    <Dialog heading={heading(reasons.length)} onClose={onClose}>
      <p>{text}</p>
      <ul className="space-y-1.5 py-3 text-sm">
        {reasons.slice(0, maxListed).map((reason, index) => (
          <li key={index} className="text-doubt wrap-anywhere">
            {render(reason, currentLanguage.get())}
          </li>
        ))}
        {reasons.length > maxListed && <li>{more(reasons.length - maxListed)}</li>}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <button type="button" className={buttonClass.secondary} onClick={onClose}>
          {back}
        </button>
        <button type="button" className={buttonClass.primary} onClick={onApprove}>
          {confirm}
          <kbd className="font-mono text-xs pointer-coarse:hidden">{reviewText().approveKey}</kbd>
        </button>
      </div>
    </Dialog>
  )
}

function useConfirmKey(onConfirm: () => void): void {
  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      if (event.key !== 'Enter' || event.repeat || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      onConfirm()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onConfirm])
}
