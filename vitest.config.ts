import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { defineConfig } from 'vitest/config'
import { folderInMemory } from './test/support/folder-in-memory.ts'

const long = /test\/(?:e2e\/(?:crash|failpoints|cli|up)|hostile\/pdfs|browser\/)/
/** As busy as those: not beside them. */
const next = /test\/e2e\/mutants/

/** Begun last, a long one would run alone while the other workers have nothing left to do. */
class LongOnesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const rank = ({ moduleId }: TestSpecification) =>
      long.test(moduleId) ? 0 : next.test(moduleId) ? 1 : 2
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

const temporary = process.env.TMPDIR ?? folderInMemory()
if (temporary) process.env.TMPDIR = temporary

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/patience.ts'],
    reporters: ['default', './test/support/summary-reporter.ts'],
    pool: 'forks',
    // Files that run in the same worker share what is loaded: to load it anew for each took a quarter of the time.
    isolate: false,
    sequence: { sequencer: LongOnesFirst },
    // Most of them wait for others most of the time: one more than cores keeps two cores busy.
    maxWorkers: 3,
    // The reader forks its children from a .ts file in tests: a fork inherits these flags.
    execArgv: ['--import', 'tsx'],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // What runs in a browser is tested there, where this cannot count.
      exclude: ['src/web/**', 'src/**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
    // For machines that are slower than this one, and busy.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // What is waited for comes late on a busy machine; one second, the usual limit, says nothing about Docket.
    expect: { poll: { timeout: 60_000 } },
  },
})
