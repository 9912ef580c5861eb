import { createStore } from '../store/store.ts'

/** A message about a finished action, with a way to undo it. */
export interface Toast {
  text: string
  action?: { label: string; run: () => void }
}

/** The visible toast. A new toast replaces it. */
export const toast = createStore<Toast | undefined>(undefined)

const visibleMs = 20_000
let timer: ReturnType<typeof setTimeout> | undefined

export function showToast(shown: Toast): void {
  toast.set(shown)
  hideToastLater()
}

export function hideToast(): void {
  keepToast()
  toast.set(undefined)
}

/** Stops the timer while the pointer is over the toast or the focus is in it. */
export function keepToast(): void {
  clearTimeout(timer)
}

export function hideToastLater(): void {
  clearTimeout(timer)
  timer = setTimeout(hideToast, visibleMs)
}
