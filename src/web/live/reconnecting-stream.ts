import { countFailures, reconnectDelay } from './reconnect-delay.ts'

interface StreamOptions {
  /** Returns the URL. Called for each connection, because the URL may depend on the events received so far. */
  url: () => string
  onOpen: () => void
  /** Called with the number of consecutive failures when a connection fails or is cut off. */
  onFailure: (failures: number) => void
  /** Handlers of event data, by event type. */
  events: Record<string, (data: string) => void>
}

/**
 * Keeps an event stream open until the caller closes it. EventSource alone would reconnect every few seconds forever,
 * which amounts to polling on a network that blocks streams.
 */
export function openReconnectingStream({ url, onOpen, onFailure, events }: StreamOptions) {
  let failures = 0
  let openedAt: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let source: EventSource

  function open(): void {
    timer = undefined
    source = new EventSource(url())
    source.onopen = () => {
      openedAt = performance.now()
      onOpen()
    }
    source.onerror = onError
    for (const [type, onEvent] of Object.entries(events)) {
      source.addEventListener(type, ({ data }: MessageEvent<string>) => onEvent(data))
    }
  }

  function onError(): void {
    source.close()
    failures = countFailures(failures, openedAt && performance.now() - openedAt)
    openedAt = undefined
    onFailure(failures)
    timer = setTimeout(open, reconnectDelay(failures, Math.random()))
  }

  function openIfWaiting(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    open()
  }

  window.addEventListener('online', openIfWaiting)
  open()
  return {
    close() {
      window.removeEventListener('online', openIfWaiting)
      clearTimeout(timer)
      source.close()
    },
  }
}
