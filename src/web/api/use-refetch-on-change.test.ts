// @vitest-environment happy-dom
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished } from 'vitest'
import { queryClient } from './client.ts'
import { useRefetchOnChange } from './use-refetch-on-change.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

it('shows a response even if the job changes before it arrives, and refetches once', async () => {
  const resolvers: ((value: string) => void)[] = []
  const queryKey = ['asked again']
  function Shown({ version }: { version: string }) {
    const { data } = useQuery({
      queryKey,
      // The next fetch cancels a query that uses the signal.
      queryFn: ({ signal }) =>
        new Promise<string>((resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')))
          resolvers.push(resolve)
        }),
    })
    useRefetchOnChange(queryKey, version)
    return data
  }
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(async () => {
    await act(async () => root.unmount())
    queryClient.clear()
  })
  const show = (version: string) =>
    act(async () =>
      root.render(
        createElement(
          QueryClientProvider,
          { client: queryClient },
          createElement(Shown, { version }),
        ),
      ),
    )
  const respond = async (at: number, value: string) => {
    await act(async () => resolvers[at]?.(value))
    await act(() => expect.poll(() => place.textContent).toBe(value))
  }
  await show('0')
  await respond(0, 'first')
  for (const version of ['1', '2', '3']) await show(version)
  expect(resolvers).toHaveLength(2)
  await respond(1, 'second')
  await expect.poll(() => resolvers.length).toBe(3)
  await respond(2, 'third')
  expect(resolvers).toHaveLength(3)
})
