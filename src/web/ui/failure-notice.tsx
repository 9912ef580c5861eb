import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { uiText } from '../i18n/ui-text.ts'
import { buttonClass } from './button-class.ts'

interface FailureNoticeProps {
  reason: ReactNode
  onRetry: () => void
  children?: ReactNode
}

/** Shows an error and a retry button. */
export function FailureNotice({ reason, onRetry, children }: FailureNoticeProps) {
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-xl bg-fail-wash px-4 py-3 text-fail"
    >
      <CircleAlert aria-hidden="true" className="size-5 shrink-0" />
      <div className="min-w-52 flex-1">
        <p className="font-medium">{reason}</p>
        {children && <p className="text-sm">{children}</p>}
      </div>
      <button type="button" className={buttonClass.secondary} onClick={onRetry}>
        <RotateCw aria-hidden="true" className="size-4" />
        {uiText.tryAgain}
      </button>
    </div>
  )
}
