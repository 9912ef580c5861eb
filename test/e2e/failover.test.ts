import { expect, it } from 'vitest'
import { failOver } from '../../chaos/failover/failover.ts'

it('keeps every acknowledged upload when the primary is killed and its standby promoted', {
  timeout: 600_000,
}, async () => {
  const report = await failOver({ seconds: 0, seed: 1 })
  console.log(JSON.stringify(report))
  expect(report.acknowledged).toBeGreaterThan(0)
  expect(report).toMatchObject({ lost: 0, violations: [], failovers: [{ fault: 'lag and kill' }] })
})
