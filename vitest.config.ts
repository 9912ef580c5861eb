import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/summary-reporter.ts'],
    pool: 'forks',
    // Most of them wait for others most of the time: one more than cores keeps two cores busy.
    maxWorkers: 3,
    // The reader forks its children from a .ts file in tests: a fork inherits these flags.
    execArgv: ['--import', 'tsx'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
