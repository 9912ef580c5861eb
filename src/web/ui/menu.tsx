import { ChevronDown, type LucideIcon } from 'lucide-react'
import { type ReactNode, type ToggleEvent, useEffect, useId, useRef } from 'react'
import { buttonClass } from './button-class.ts'

interface MenuProps {
  icon: LucideIcon
  /** Visible text; if absent, only the icon is shown. */
  text?: string
  label: string
  isDisabled?: boolean
  children: ReactNode
}

/** A button that opens a list of links and buttons. The browser closes the list on Escape and on clicks elsewhere. */
export function Menu({ icon: Icon, text, label, isDisabled = false, children }: MenuProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const list = useRef<HTMLDivElement>(null)

  // Selecting an item closes the menu. Items handle the keyboard themselves.
  useEffect(() => {
    const panel = list.current
    const close = () => panel?.hidePopover()
    panel?.addEventListener('click', close)
    return () => panel?.removeEventListener('click', close)
  }, [])

  function place({ newState }: ToggleEvent): void {
    const [anchor, panel] = [button.current, list.current]
    if (newState !== 'open' || !anchor || !panel) return
    const { right, top, bottom } = anchor.getBoundingClientRect()
    const { offsetWidth: width, offsetHeight: height } = panel
    const fitsBelow = bottom + gap + height <= window.innerHeight
    panel.style.left = `${Math.max(gap, right - width)}px`
    panel.style.top = `${fitsBelow ? bottom + gap : Math.max(gap, top - gap - height)}px`
    panel.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        popoverTarget={id}
        aria-label={label}
        title={label}
        disabled={isDisabled}
        className={buttonClass.small}
      >
        <Icon aria-hidden="true" className="size-4" />
        {text}
        <ChevronDown aria-hidden="true" className="-mx-0.5 size-3.5" />
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        className="fixed inset-auto m-0 min-w-44 rounded-xl border border-line bg-surface p-1.5 text-ink shadow-lg"
        onToggle={place}
      >
        <div className="flex flex-col">{children}</div>
      </div>
    </>
  )
}

/** Distance between the button and the list, in pixels. */
const gap = 4

export const menuItemClass =
  'flex min-h-11 cursor-pointer items-center gap-2 rounded-lg px-3 text-left text-sm whitespace-nowrap hover:bg-accent-wash hover:text-accent disabled:opacity-60'
