import { useSyncExternalStore } from 'react'
import { formatAgo } from './figures.ts'

let behindMs = 0

/** Takes the server's time as the right one: that of this device may be hours off. */
export function alignClock(serverTime: string): void {
  behindMs = Date.parse(serverTime) - Date.now()
}

/** How long ago a moment was, in words that stay true as time goes by. */
export function useAgo(at: string): string {
  return useSyncExternalStore(everySecond, () => formatAgo(at, Date.now() + behindMs))
}

function everySecond(onTick: () => void): () => void {
  const timer = setInterval(onTick, 1000)
  return () => clearInterval(timer)
}
