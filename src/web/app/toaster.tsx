import { X } from 'lucide-react'
import { uiText } from '../i18n/ui-text.ts'
import { useStore } from '../store/store.ts'
import { buttonClass } from '../ui/button-class.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { hideToast, hideToastLater, keepToast, toast } from '../ui/toasts.ts'

/** Shows the current toast above the page's bottom bar. The announcer passes its text to screen readers. */
export default function Toaster() {
  const shown = useStore(toast)
  if (!shown) return null
  const { text, action } = shown
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handlers only keep it visible
    <section
      aria-label={uiText.notification}
      className="fixed bottom-20 left-1/2 z-40 flex w-max max-w-[calc(100vw-1.5rem)] -translate-x-1/2 items-center gap-2 rounded-xl border border-edge bg-surface py-1.5 pr-1.5 pl-4 text-sm shadow-lg"
      onPointerEnter={keepToast}
      onPointerLeave={hideToastLater}
      onFocus={keepToast}
      onBlur={hideToastLater}
    >
      <p className="min-w-0 wrap-anywhere">{text}</p>
      {action && (
        <button
          type="button"
          className={buttonClass.small}
          onClick={() => {
            hideToast()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton icon={X} label={uiText.close} onClick={hideToast} />
    </section>
  )
}
