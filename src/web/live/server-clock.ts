import { useSyncExternalStore } from 'react'
import { formatAgo } from '../i18n/format.ts'

let offsetMs = 0

/** Sets the clock to the server's time, because a device's clock may be hours off. */
export function syncClock(serverTime: string): void {
  offsetMs = Date.parse(serverTime) - Date.now()
}

/** Returns a relative time, which updates every second. */
export function useTimeAgo(at: string): string {
  return useSyncExternalStore(subscribeToSeconds, () => formatAgo(at, Date.now() + offsetMs))
}

/** Returns the server's time, rounded down to seconds. */
export function useNow(): number {
  return useSyncExternalStore(
    subscribeToSeconds,
    () => Math.floor((Date.now() + offsetMs) / 1000) * 1000,
  )
}

/** Returns the whole seconds until a time on the device's clock; at least 1. */
export function useSecondsUntil(deviceMs: number): number {
  return useSyncExternalStore(subscribeToSeconds, () =>
    Math.max(1, Math.ceil((deviceMs - Date.now()) / 1000)),
  )
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Calls back every second. All subscribers share one timer. */
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
