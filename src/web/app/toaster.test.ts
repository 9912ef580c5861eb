// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { mountForTest } from '../../../test/support/web/mount.ts'
import { hideToast, showToast } from '../ui/toasts.ts'
import Toaster from './toaster.tsx'

it("never covers the page's bottom bar, whatever its height", async () => {
  const main = document.createElement('main')
  const bar = document.createElement('div')
  bar.className = 'sticky bottom-0'
  main.append(bar)
  document.body.append(main)
  onTestFinished(() => main.remove())
  for (const [height, bottom] of [
    [56, '80px'],
    [130, '142px'],
  ] as const) {
    bar.getBoundingClientRect = () => new DOMRect(0, 0, 375, height)
    const { place, show } = mountForTest()
    await show(createElement(Toaster))
    await act(async () => showToast({ text: 'LC-1.pdf approved' }))
    expect(place.querySelector('section')?.style.bottom).toBe(bottom)
    await act(async () => hideToast())
  }
})
