import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { sharedImagePdf } from '../../../test/fixtures/hostile-pdfs.ts'
import { textPdf } from '../../../test/fixtures/pdfs.ts'
import { readPages } from './pages.ts'
import { splitPdfFile } from './split-pages.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'split-'))
const file = path.join(folder, 'whole.pdf')
const target = (name: string) => path.join(folder, name)

beforeAll(async () => writeFileSync(file, await textPdf({ pages: 3 })))

const readText = async (name: string) =>
  (await readPages(readFileSync(target(name)))).map(({ text }) => text.split('\n')[0])

it('writes each range of pages as a separate PDF', async () => {
  const parts = await splitPdfFile(file, [
    { pages: [1, 2], target: target('a.pdf') },
    { pages: [3, 3], target: target('b.pdf') },
  ])
  expect(parts.map(({ bytes }) => bytes)).toEqual(
    ['a.pdf', 'b.pdf'].map((name) => readFileSync(target(name)).length),
  )
  expect(await readText('a.pdf')).toEqual(['Page 1', 'Page 2'])
  expect(await readText('b.pdf')).toEqual(['Page 3'])
})

it.each([
  ['2–1', 'reversed', [[2, 1]]],
  ['2–3', 'overlaps', [[1, 2], [2, 3]]], // biome-ignore format: one row
  ['1', 'overlaps', [[2, 2], [1, 1]]], // biome-ignore format: one row
  ['3–4', 'outside', [[3, 4]]],
] as const)('rejects the pages %s: %s', async (range, fault, ranges) => {
  const parts = ranges.map(([first, last]): { pages: [number, number]; target: string } => {
    return { pages: [first, last], target: target('c.pdf') }
  })
  await expect(splitPdfFile(file, parts)).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    detail: { code: 'page_range_invalid', params: { range, fault, pages: 3 } },
  })
})

it('writes at most four times the size of the document, because each part repeats shared images', async () => {
  const shared = path.join(folder, 'shared.pdf')
  writeFileSync(shared, sharedImagePdf(10, 6))
  const toParts = (count: number) =>
    Array.from({ length: count }, (_, nth): { pages: [number, number]; target: string } => {
      return { pages: [nth + 1, nth + 1], target: target(`shared-${count}-${nth}.pdf`) }
    })
  await expect(splitPdfFile(shared, toParts(10))).rejects.toMatchObject({
    code: 'TOO_LARGE',
    detail: { code: 'parts_too_large', params: { megabytes: 24 } },
  })
  expect(existsSync(target('shared-10-4.pdf'))).toBe(false)
  expect(await splitPdfFile(shared, toParts(3))).toHaveLength(3)
})
