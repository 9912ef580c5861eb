import { expect, it } from 'vitest'
import { findMisreadings } from '../../chaos/misreadings.ts'

it('never misreads a damaged invoice without asking for review', { timeout: 300_000 }, async () => {
  const report = await findMisreadings(1, 120)
  console.log(JSON.stringify(report))
  expect(report.silent).toEqual([])
  // The damage must be neither too small nor too large for the test to mean anything.
  expect(report.outcomes.same).toBeGreaterThan(10)
  expect(report.outcomes.rejected).toBeGreaterThan(10)
})
