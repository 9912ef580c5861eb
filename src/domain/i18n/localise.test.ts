import { expect, it } from 'vitest'
import { createDetail } from './problem-detail.ts'
import { localise } from './localise.ts'
import { message } from '../messages/message.ts'
import { addRenderedText } from './render.ts'

const reason = addRenderedText(
  message('line_value_missing', 'lines.1.quantity', { field: 'lines.quantity' }),
)
const { code, params, message: text } = createDetail('page_damaged', { page: 2 })
const damaged = 'Halaman 2 PDF ini rusak. Ekspor atau unduh ulang berkasnya.'

it('renders every nested message in a response in the requested language', () => {
  const answer = { jobs: [{ name: 'a.pdf', review_reasons: [reason] }] }
  expect(localise(answer, 'id')).toEqual({
    jobs: [
      {
        name: 'a.pdf',
        review_reasons: [{ ...reason, message: 'Baris 2 tidak memiliki kuantitas.' }],
      },
    ],
  })
  expect(localise(answer, 'en')).toEqual(answer)
})

it.each([
  [
    'a job',
    { error_code: 'BROKEN_PDF', error_detail: { code, params }, error_message: text },
    { error_message: damaged },
  ],
  ['a job without one', { error_code: null, error_detail: null, error_message: null }, {}],
  [
    'a job without a detail',
    { error_code: 'NO_TEXT', error_detail: null, error_message: 'Nothing.' },
    { error_message: expect.stringMatching(/^Tidak ada teks/) },
  ],
  ['a problem', { code: 'BROKEN_PDF', reason: code, params, detail: text }, { detail: damaged }],
  [
    'a position in a request',
    { pointer: '/items/0', code, params, detail: text },
    { detail: damaged },
  ],
  [
    'a line of a file',
    { pointer: '/3', code: 'missing', path: 'tin', params: {}, detail: 'tin: is missing' },
    { detail: 'tin: belum diisi' },
  ],
  ['an object with an unrelated code', { code: 'C-1', message: 'Hello', detail: 'Hi' }, {}],
])('renders the error in %s', (_, given, changed) => {
  expect(localise(given, 'id')).toEqual({ ...given, ...changed })
})
