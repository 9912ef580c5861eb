import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    reporters: ['default', './test/support/summary-reporter.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // The reader forks its children from a .ts file in tests: a fork inherits these flags.
    execArgv: ['--import', 'tsx'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
