import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { DrillReport } from '../../chaos/run-drills.ts'

// Runs as `npm run chaos -- mutants` in a separate process, because it loads one built program per defect.
it('survives every failpoint and detects every injected defect', {
  timeout: 600_000,
}, async () => {
  const program = ['--import', 'tsx', 'chaos/run.ts', 'mutants']
  const { stdout } = await promisify(execFile)(process.execPath, program)
  const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as DrillReport
  expect(report).toMatchObject({ violations: [], missed: [] })
  expect(report.caught).toBeGreaterThanOrEqual(10)
})
