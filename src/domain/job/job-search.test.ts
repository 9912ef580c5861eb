import { expect, it } from 'vitest'
import { sampleJob } from '../../../test/fixtures/sample-job.ts'
import { matchesSearch } from './job-search.ts'

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
