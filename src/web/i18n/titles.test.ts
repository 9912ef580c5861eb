import { expect, it } from 'vitest'
import { jobText as english } from './en/jobs.ts'
import { monthText as englishMonth } from './en/month.ts'
import { jobText as indonesian } from './id/jobs.ts'
import { monthText as indonesianMonth } from './id/month.ts'

it('has a title for the same reasons in both languages', () => {
  const titles = [english, indonesian].map(({ queue }) => Object.keys(queue.reasonTitles).sort())
  expect(titles[1]).toEqual(titles[0])
  const rules = [englishMonth, indonesianMonth].map(({ ruleTitles }) =>
    Object.keys(ruleTitles).sort(),
  )
  expect(rules[1]).toEqual(rules[0])
})
