import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Ends a run with `N passed, N failed, N skipped`, and lists each skipped test with its reason. */
export default class SummaryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const reasons: string[] = []
    for (const module of modules) {
      if (module.errors().length > 0) counts.failed += 1
      for (const test of module.children.allTests()) {
        const result = test.result()
        if (result.state === 'pending') continue
        counts[result.state] += 1
        if (result.state === 'skipped') {
          reasons.push(`skipped: ${test.fullName} (${result.note ?? findReason(test)})`)
        }
      }
    }
    const { passed, failed, skipped } = counts
    const lines = [...reasons, `${passed} passed, ${failed} failed, ${skipped} skipped`]
    process.stdout.write(`\n${lines.join('\n')}\n`)
  }
}

/** Returns the reason for which the test, or a group that contains it, is skipped. */
function findReason(test: TestCase): string {
  for (let task: TestCase | TestCase['parent'] = test; task.type !== 'module'; task = task.parent) {
    const { skipReason } = task.meta()
    if (skipReason !== undefined) return skipReason
  }
  return 'no reason given'
}
