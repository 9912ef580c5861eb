import { QueryClientProvider } from '@tanstack/react-query'
import { act, createElement, type ReactElement } from 'react'
import { createRoot } from 'react-dom/client'
import { onTestFinished } from 'vitest'
import { queryClient } from '../../../src/web/api/client.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

export interface Mounted {
  /** The element that contains the view. */
  place: HTMLElement
  /** Renders a view in place of the last one. */
  show: (view: ReactElement) => Promise<void>
}

/** Renders views of the web app in a page, and removes them and their queries when the test ends. */
export function mountForTest(): Mounted {
  const place = document.createElement('div')
  document.body.append(place)
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    place.remove()
    queryClient.clear()
  })
  const show = (view: ReactElement) =>
    act(async () => root.render(createElement(QueryClientProvider, { client: queryClient }, view)))
  return { place, show }
}
