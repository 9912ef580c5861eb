import { useEffect, useRef } from 'react'
import { letterShortcuts } from '../browser/preferences.ts'
import { createKeyMatcher, registerShortcuts, type Shortcut } from './shortcut-registry.ts'

/** Registers shortcuts while the component is mounted. Their keys must not change between renders. */
export function useShortcuts(definitions: readonly Shortcut[]): void {
  const latest = useRef(definitions)
  useEffect(() => {
    latest.current = definitions
  })
  useEffect(
    () =>
      registerShortcuts(
        latest.current.map(({ keys, label, run }, index) => ({
          keys,
          label,
          ...(run && { run: () => latest.current[index]?.run?.() }),
        })),
      ),
    [],
  )
}

/** Handles all registered shortcuts. Call it once per page. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const matchKey = createKeyMatcher()
    function onKey(event: KeyboardEvent): void {
      if (!letterShortcuts.get() || !isShortcutEvent(event)) return
      const shortcut = matchKey(event.key, event.timeStamp)
      if (!shortcut) return
      event.preventDefault()
      shortcut.run?.()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}

/** True if a key press may be a shortcut. False for browser commands, during text input and while a dialog is open. */
export function isShortcutEvent(event: KeyboardEvent): boolean {
  const isCommand = event.ctrlKey || event.metaKey || event.altKey
  return !isCommand && !event.isComposing && !isTyping(event.target)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const isField = target.matches('input:not([type=checkbox], [type=radio]), textarea, select')
  return isField || target.isContentEditable || document.querySelector('dialog[open]') !== null
}
