import { readdirSync, readFileSync, statSync } from 'node:fs'
import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { reduceColours, shrinkPng } from '../../scripts/small-png.ts'
import { tourPages, tourText } from '../../scripts/tour-pages.ts'

it('shows every page in two small images', () => {
  expect(readFileSync('docs/tour.md', 'utf8')).toBe(tourText())
  const shown = tourPages.flatMap(({ picture }) => [`${picture}.png`, `${picture}-phone.png`])
  expect(readdirSync('docs/tour').sort()).toEqual(shown.sort())
  const sizes = shown.map((name) => statSync(`docs/tour/${name}`).size)
  expect(Math.max(...sizes)).toBeLessThan(60_000)
})

it("keeps an image's most frequent colours and replaces rare colours with similar ones", () => {
  const shades = Array.from({ length: 200 }, (_, at) => at << 16)
  const taken = reduceColours([...Array<number>(1000).fill(0xfafafa), ...shades])
  expect(taken.get(0xfafafa)).toBe(0xfafafa)
  expect(new Set(taken.values()).size).toBeLessThanOrEqual(64)
  const steps = shades.map((shade) => Math.abs(shade - (taken.get(shade) ?? 0)) >> 16)
  expect(Math.max(...steps)).toBeLessThan(10)
})

it('keeps every pixel in a screenshot with few colours', () => {
  const screenshot = new PNG({ width: 2, height: 2 })
  screenshot.data.set([1, 2, 3, 255, 4, 5, 6, 255, 4, 5, 6, 255, 250, 0, 9, 255])
  const small = shrinkPng(PNG.sync.write(screenshot))
  expect(PNG.sync.read(small)).toMatchObject({ width: 2, height: 2, data: screenshot.data })
})
