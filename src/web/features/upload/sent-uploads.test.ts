// @vitest-environment happy-dom
import { act, createElement } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import { mountForTest } from '../../../../test/support/web/mount.ts'
import { AppError } from '../../../domain/errors/app-error.ts'
import type { Upload } from '../../uploads/upload-queue.ts'
import SentUploads from './sent-uploads.tsx'

const request_id = '0190a1b2-0000-7000-8000-000000000000'

function uploadWith(state: Upload['state']): Upload {
  const items = [{ id: 'i', name: 'a.pdf', source: new File(['x'], 'a.pdf') }]
  return { id: 'u', choice: { mapping: 'auto' }, items, state } as unknown as Upload
}

async function show(uploads: Upload[]): Promise<HTMLElement> {
  const mounted = mountForTest()
  await mounted.show(createElement(SentUploads, { uploads }))
  return mounted.place
}

it('lists a failed upload as not uploaded, with its code and request id to copy', async () => {
  const error = new AppError('RATE_LIMITED', undefined, { status: 429, request_id })
  const place = await show([uploadWith({ kind: 'failed', error })])
  expect([...place.querySelectorAll('h2')].map((one) => one.textContent)).toEqual(['Not uploaded'])
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  onTestFinished(() => writeText.mockRestore())
  const reference = place.querySelector<HTMLButtonElement>('button[title]')
  expect(reference?.textContent).toBe(`RATE_LIMITED ${request_id}`)
  await act(async () => reference?.click())
  expect(writeText).toHaveBeenCalledWith(`RATE_LIMITED ${request_id}`)
})

it('keeps a waiting upload under its own heading', async () => {
  const error = new AppError('UNAVAILABLE')
  const place = await show([
    { ...uploadWith({ kind: 'failed', error }), id: 'a' },
    { ...uploadWith({ kind: 'waiting' }), id: 'b' },
  ])
  const headings = [...place.querySelectorAll('h2')].map((one) => one.textContent)
  expect(headings).toEqual(['Not uploaded', 'Uploading'])
})
