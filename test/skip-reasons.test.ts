import { expect, it, onTestFinished, vi } from 'vitest'
import type { TestModule } from 'vitest/node'
import { onlyIf } from './support/run/only-if.ts'
import SummaryReporter from './support/run/summary-reporter.ts'

it('ends a run with the reason for each skipped test, given by itself or by its group', () => {
  const { skip, meta } = onlyIf(false, 'there is no printer')
  expect([skip, onlyIf(true, 'there is no printer')]).toEqual([true, {}])
  const file = { type: 'module', errors: () => [] }
  const group = { type: 'suite', parent: file, meta: () => meta }
  const skipped = (fullName: string, change: object) => ({
    type: 'test',
    fullName,
    parent: file,
    meta: () => ({}),
    result: () => ({ state: 'skipped' }),
    ...change,
  })
  const tests = [
    skipped('prints', { meta: () => meta }),
    skipped('printers > print', { parent: group }),
    skipped('scans', { result: () => ({ state: 'skipped', note: 'there is no scanner' }) }),
    skipped('copies', {}),
  ]
  const module = { ...file, children: { allTests: () => tests } } as unknown as TestModule
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  onTestFinished(() => write.mockRestore())
  new SummaryReporter().onTestRunEnd([module])
  expect(write.mock.calls.join('')).toBe(`
skipped: prints (there is no printer)
skipped: printers > print (there is no printer)
skipped: scans (there is no scanner)
skipped: copies (no reason given)
0 passed, 0 failed, 4 skipped
`)
})
