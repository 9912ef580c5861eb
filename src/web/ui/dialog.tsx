import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { uiText } from '../i18n/ui-text.ts'
import { IconButton } from './icon-button.tsx'

/**
 * Ref for the element that gets the focus when its dialog opens. React's `autoFocus` runs too early, and without this
 * attribute, the browser would focus the close button.
 */
export function focusOnOpen(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}

interface DialogProps {
  heading: string
  onClose: () => void
  children: ReactNode
}

/** A dialog that is open while it is rendered. The browser traps the focus and restores it. */
export function Dialog({ heading, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const headingId = useId()
  useEffect(() => {
    const element = dialog.current
    const opener = document.activeElement
    element?.showModal()
    return () => {
      element?.close()
      if (opener instanceof HTMLElement) opener.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={headingId}
      className="m-auto w-[min(34rem,calc(100vw-1.5rem))] rounded-2xl border border-line bg-surface p-0 text-ink shadow-xl backdrop:bg-black/50"
      onCancel={onClose}
      // Closes on a click outside, if the browser supports it.
      {...{ closedby: 'any' }}
    >
      <div className="p-5 sm:p-6">
        <div className="flex items-start justify-between gap-4 pb-3">
          <h2 id={headingId} className="text-xl font-bold">
            {heading}
          </h2>
          <IconButton
            icon={X}
            label={uiText.close}
            size="size-5"
            className="-mt-1.5 -mr-2"
            onClick={onClose}
          />
        </div>
        {children}
      </div>
    </dialog>
  )
}
