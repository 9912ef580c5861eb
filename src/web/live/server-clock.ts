import { useSyncExternalStore } from 'react'
import { formatAgo } from '../i18n/format.ts'

let offsetMs = 0

/** Takes the server's time as the right one: that of this device may be hours off. */
export function syncClock(serverTime: string): void {
  offsetMs = Date.parse(serverTime) - Date.now()
}

/** How long ago a moment was, in words that stay true as time goes by. */
export function useTimeAgo(at: string): string {
  return useSyncExternalStore(subscribeToSeconds, () => formatAgo(at, Date.now() + offsetMs))
}

/** The server's time, to the second. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribeToSeconds,
    () => Math.floor((Date.now() + offsetMs) / 1000) * 1000,
  )
}

/** Whole seconds until a moment of this device's clock, never below 1. */
export function useSecondsUntil(deviceMs: number): number {
  return useSyncExternalStore(subscribeToSeconds, () =>
    Math.max(1, Math.ceil((deviceMs - Date.now()) / 1000)),
  )
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** One timer for all that tells the time. */
function subscribeToSeconds(onTick: () => void): () => void {
  listeners.add(onTick)
  timer ??= setInterval(() => listeners.forEach((listener) => listener()), 1000)
  return () => {
    listeners.delete(onTick)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
