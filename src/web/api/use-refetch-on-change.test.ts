// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query'
import { act, createElement } from 'react'
import { expect, it } from 'vitest'
import { mountForTest } from '../../../test/support/web/mount.ts'
import { useRefetchOnChange } from './use-refetch-on-change.ts'

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
  const { place, show: render } = mountForTest()
  const show = (version: string) => render(createElement(Shown, { version }))
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
