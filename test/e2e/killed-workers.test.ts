import { expect, it } from 'vitest'
import { killWorkers } from '../../chaos/kill-workers.ts'

it('completes all 20 documents although the workers are killed ten times', {
  timeout: 600_000,
}, async () => {
  const report = await killWorkers({ rounds: 10, documents: 20 })
  console.log(JSON.stringify(report))
  expect(report.interrupted).toBeGreaterThanOrEqual(10)
  expect(report).toMatchObject({ statuses: { complete: 20 }, violations: [] })
})
