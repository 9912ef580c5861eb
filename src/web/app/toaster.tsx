import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { uiText } from '../i18n/ui-text.ts'
import { useStore } from '../store/store.ts'
import { buttonClass } from '../ui/button-class.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { hideToast, hideToastLater, keepToast, type Toast, toast } from '../ui/toasts.ts'

/** Distance in pixels from the bottom of the window, on a page whose bar has one line or none. */
const usualDistance = 80
const gap = 12

/** Returns the height of the page's bottom bar, which has several lines on a phone. */
function useBarHeight(): number {
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const main = document.querySelector('main')
    if (!main) return undefined
    const measure = () => {
      const bars = [...main.querySelectorAll('.sticky.bottom-0')]
      setHeight(Math.max(0, ...bars.map((bar) => bar.getBoundingClientRect().height)))
    }
    measure()
    // The bar is part of the page, whose height changes with it.
    const observer = new ResizeObserver(measure)
    observer.observe(main)
    return () => observer.disconnect()
  }, [])
  return height
}

/** Shows the current toast above the page's bottom bar. The announcer passes its text to screen readers. */
export default function Toaster() {
  const shown = useStore(toast)
  return shown ? <Shown {...shown} /> : null
}

function Shown({ text, action }: Toast) {
  const barHeight = useBarHeight()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handlers only keep it visible
    <section
      aria-label={uiText.notification}
      style={{ bottom: Math.max(usualDistance, barHeight + gap) }}
      className="fixed left-1/2 z-40 flex w-max max-w-[calc(100vw-1.5rem)] -translate-x-1/2 items-center gap-2 rounded-xl border border-edge bg-surface py-1.5 pr-1.5 pl-4 text-sm shadow-lg"
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
