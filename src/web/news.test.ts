import { expect, it } from 'vitest'
import { sentenceOf } from './news.ts'

it('names a single file with its reason, and counts many', () => {
  expect(
    sentenceOf([
      { kind: 'complete', filename: 'a.pdf' },
      { kind: 'failed', filename: 'b.pdf', reason: 'It is damaged.' },
      { kind: 'complete', filename: 'c.pdf' },
    ]),
  ).toBe('2 documents are complete. b.pdf failed. It is damaged.')
})
