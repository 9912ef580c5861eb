import { expect, it } from 'vitest'
import { createUploadForm, type Source } from './upload-form.ts'

it.each<[string, Source]>([
  ['a Blob', new Blob(['%PDF'])],
  ['bytes', new TextEncoder().encode('%PDF')],
  ['a part of a buffer', Buffer.from('..%PDF..').subarray(2, 6)],
  ['an ArrayBuffer', new TextEncoder().encode('%PDF').buffer],
])('sends %s as a file', async (_, source) => {
  const file = createUploadForm([source], {}).form.get('file') as File
  expect([file.name, await file.text()]).toEqual(['document.pdf', '%PDF'])
})

it.each<[string, unknown]>([
  ['a promise that was not awaited', Promise.resolve(new Blob(['%PDF']))],
  ['a stream', new ReadableStream()],
  ['undefined', undefined],
  ['null', null],
  ['a number', 4],
])('rejects %s instead of sending an empty file', (_, source) => {
  expect(() => createUploadForm([source as Source], {})).toThrow(
    /Pass a Blob, Uint8Array, ArrayBuffer or URL. openAsBlob returns a promise: await it first./,
  )
})
