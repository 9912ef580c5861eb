import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import type { DrillReport } from '../../chaos/run-drills.ts'

// In a process of its own, as `npm run chaos -- mutants`: it loads built programs, one for each defect.
it('survives every failpoint, and detects every injected defect', {
  timeout: 600_000,
}, async () => {
  const program = ['--import', 'tsx', 'chaos/run.ts', 'mutants']
  const { stdout } = await promisify(execFile)(process.execPath, program)
  const report = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as DrillReport
  expect(report).toMatchObject({ violations: [], missed: [] })
  expect(report.caught).toBeGreaterThanOrEqual(10)
})
