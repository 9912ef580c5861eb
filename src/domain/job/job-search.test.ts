import { expect, it } from 'vitest'
import { sampleJob } from '../../../test/fixtures/sample-job.ts'
import { matchesSearch, splitSearch } from './job-search.ts'

it.each([
  ['', true],
  ['MAY bill', true],
  ['may heat_sheet', true],
  ['may letter', false],
  ['nunez SPLÁSH', true],
  ['meet', false],
])('parses the search %j', (q, fits) => {
  const job = sampleJob({
    original_filename: 'Bill of May.pdf',
    mapping: 'heat_sheet_v1',
    summary: { kind: 'heat_sheet', meet: 'Spring Splash', date: null, swimmers: 'Núñez, Noémie' },
  })
  expect(matchesSearch(job, q)).toBe(fits)
})

it.each([
  ['1.110.500', ['1.110.500', '1110500']],
  ['1,110,500', ['1,110,500', '1110500']],
  ['1.110,50', ['1.110,50', '1110.5']],
  ['1,110.05', ['1,110.05', '1110.05']],
  ['110,5', ['110,5', '110.5']],
  ['Rp 540.000.000,00', ['540.000.000,00', '540000000']],
  ['540.000,-', ['540.000,-', '540000']],
  ['INV-1.234', ['INV-1.234']],
  ['01.234', ['01.234', '01234']],
  ['12.34.567', ['12.34.567']],
])('also searches the amount %j in plain notation', (q, spellings) => {
  expect(splitSearch(q)).toEqual([spellings])
})
