import { expect, it } from 'vitest'
import { dropAnsweredReasons } from './answered-reasons.ts'

const reason = (code: string) => ({ code, path: null, params: {}, message: code })
const sheet = (...codes: string[]) => ({ needs_review: true, review_reasons: codes.map(reason) })
const listCodes = (job: ReturnType<typeof sheet>) => job.review_reasons.map(({ code }) => code)

it('drops the question of which swimmer is meant once swimmers are chosen', () => {
  const job = sheet('swimmer_ambiguous')
  expect(dropAnsweredReasons(job, {})).toBe(job)
  const answered = dropAnsweredReasons(job, { swimmer: 'Ahlgren, Ada | AQUA-XX' })
  expect(answered).toEqual({ needs_review: false, review_reasons: [] })
})

it('keeps every reason that the user has not answered', () => {
  const job = sheet('swimmer_not_found', 'no_start_time', 'unread_rows')
  expect(listCodes(dropAnsweredReasons(job, { swimmer: 'Ada' }))).toEqual([
    'no_start_time',
    'unread_rows',
  ])
  const both = dropAnsweredReasons(job, { swimmer: 'Ada', start: '@09:15' })
  expect(listCodes(both)).toEqual(['unread_rows'])
  expect(both.needs_review).toBe(true)
})
