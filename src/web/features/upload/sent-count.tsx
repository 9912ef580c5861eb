import { CircleCheck, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { uiText } from '../../i18n/ui-text.ts'
import { IconButton } from '../../ui/icon-button.tsx'

interface SentCountProps {
  count: number
  /** The link to the sent documents. */
  children: ReactNode
  onDismiss: () => void
}

/** Shows how many documents were sent, until the user closes it. */
export function SentCount({ count, children, onDismiss }: SentCountProps) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <CircleCheck aria-hidden="true" className="size-4 text-done" />
      <span className="font-medium">{uiText.uploads.sent(count)}</span>
      {children}
      <IconButton icon={X} label={uiText.uploads.dismiss} className="ml-auto" onClick={onDismiss} />
    </p>
  )
}
