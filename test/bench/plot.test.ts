import { expect, it } from 'vitest'
import { drawPlots } from '../../bench/soak/plot.ts'
import { measureGrowth } from '../../bench/soak/process.ts'

it('draws every value between zero and the maximum of its panel', () => {
  const svg = drawPlots([{ name: 'a < b', unit: 'MB', values: [0, 50, 100] }], {
    title: 'Soak & load',
    minutes: 15,
  })
  expect(svg).toContain('points="12.0,106.0 177.0,70.0 342.0,34.0"')
  expect(svg).toContain('a &lt; b: at most 100 MB, at the end 100')
  expect(svg).toContain('Soak &amp; load')
  expect(svg).not.toContain('NaN')
})

it('measures growth after the warm-up', () => {
  expect(measureGrowth([0, 50, 100, 100, 100, 100, 100, 100, 100, 100])).toBe(0)
  expect(measureGrowth([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])).toBe(6)
})
