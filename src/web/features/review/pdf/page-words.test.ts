import { expect, it } from 'vitest'
import { findWordAt, joinWords, splitRun } from './page-words.ts'

/** Matrix for a page that is 800 points high. The origin of its text space is at the bottom. */
const toPage = [1, 0, 0, -1, 0, 800]
const run = (str: string, x: number, y: number) =>
  splitRun({ str, transform: [10, 0, 0, 10, x, y], width: str.length * 5, height: 10 }, toPage)

it('splits text into words with their boxes', () => {
  expect(run('Total  1,000', 100, 700)).toEqual([
    { text: 'Total', box: [100, 90, 125, 100] },
    { text: '1,000', box: [135, 90, 160, 100] },
  ])
})

const words = [...run('Jakarta 11750', 50, 680), ...run('Green Lake City', 50, 700.5)]

it('finds the word at a point', () => {
  expect(findWordAt(words, 55, 95)?.text).toBe('Green')
  expect(findWordAt(words, 300, 95)).toBeUndefined()
})

it('joins the words in an area, line by line', () => {
  const area = joinWords(words, [40, 85, 130, 125])
  expect(area?.text).toBe('Green Lake City Jakarta 11750')
  expect(area?.box).toEqual([50, 89.5, 125, 120])
  expect(joinWords(words, [300, 0, 400, 50])).toBeUndefined()
})
