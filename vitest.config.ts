import path from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { folderInMemory } from './test/support/run/folder-in-memory.ts'

const longFiles = /test\/(?:e2e\/(?:crash|failpoints|cli|up|ctrl-c)|hostile\/pdfs|browser\/)/
/** These keep all cores busy on their own, so they run after the long files. */
const busyFiles = /test\/e2e\/mutants/
/** Short files that take long. The largest files of a project run first, so these would run alone at the end. */
const slowFiles =
  /test\/(?:(?:e-invoice-)?corpus|new-layout|hostile\/(?:misreadings|uploads)|invoices\/|properties\/)/

/** Starts long files first, so that none runs alone at the end, and keeps a worker within one project. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rank(a) - rank(b))
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  if (longFiles.test(moduleId)) return 0
  if (busyFiles.test(moduleId)) return 1
  const rankOfProject = ['e2e', 'real'].indexOf(project.name) + 3
  return slowFiles.test(moduleId) ? rankOfProject - 0.5 : rankOfProject
}

const temporary = process.env.TMPDIR ?? folderInMemory()
if (temporary) process.env.TMPDIR = temporary

const browserFiles = ['test/browser/**/*.test.ts']
/** Tests of the built program: its commands, its web app, its image. */
const builtFiles = [
  'test/e2e/**/*.test.ts',
  'test/deploy/**/*.test.ts',
  'test/http/api/{site,api-guide,fields-guide}.test.ts',
  'test/hostile/pdfs.test.ts',
  'test/web/first-load.test.ts',
]
/** Tests of the image, which `npm run image` builds first. */
const containerFiles = ['test/containers/**/*.test.ts']
const pooledFiles = [
  'test/queue/**/*.test.ts',
  'test/conformance/{batches,claim,enqueue,same-document,transitions}.test.ts',
]
/** Tests below src/ that start real servers and child processes. */
const realSources = ['src/db/{copy,embedded}/**/*.test.ts', 'src/extraction/sandbox/**/*.test.ts']
const unitFiles = [
  'test/{architecture,cli-reference,properties,property-runs,release,settings,skip-reasons}.test.ts',
  'test/web/**/*.test.ts',
  'test/fixtures/**/*.test.ts',
  'test/bench/**/*.test.ts',
]

const bundleSandbox = 'test/support/run/bundle-sandbox.ts'
/** Lets the sandbox's child processes run from the bundle. */
const alias = [
  {
    find: /^\.\/child-program\.ts$/,
    replacement: path.resolve('test/support/processes/child-program.ts'),
  },
]

const containers = {
  extends: true as const,
  test: {
    name: 'containers',
    include: containerFiles,
    globalSetup: [bundleSandbox, 'test/containers/support/image-under-test.ts'],
    // Test files in parallel would compete for two cores.
    fileParallelism: false,
    alias,
  },
}

export default defineConfig({
  test: {
    reporters: ['default', './test/support/run/summary-reporter.ts'],
    // Most tests wait for other processes, so one worker more than cores keeps two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongFilesFirst },
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // The web app runs in a browser, where this provider cannot count.
      exclude: ['src/web/**', 'src/**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
    },
    setupFiles: ['test/support/run/wait-longer.ts', 'test/support/run/seed-properties.ts'],
    pool: 'forks',
    // Files in the same worker share loaded modules: loading them again for each file takes a quarter of the time.
    isolate: false,
    // Generous, for slow and busy machines.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // The usual limit of one second is too short on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.ts', ...unitFiles],
          exclude: [...realSources, ...builtFiles],
        },
      },
      {
        extends: true,
        test: {
          name: 'real',
          include: ['test/**/*.test.ts', ...realSources],
          exclude: [...unitFiles, ...builtFiles, ...browserFiles, ...containerFiles],
          globalSetup: [
            bundleSandbox,
            'test/support/run/use-stand-in-web.ts',
            'test/support/database/start-database.ts',
          ],
          alias,
        },
      },
      // Runs the queue's tests again, through a connection pooler.
      {
        extends: true,
        test: {
          name: 'pooled',
          include: pooledFiles,
          globalSetup: [bundleSandbox, 'test/support/database/start-pooler.ts'],
          setupFiles: ['test/support/database/skip-without-pooler.ts'],
          alias,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: builtFiles,
          globalSetup: [
            bundleSandbox,
            'test/support/run/use-built-program.ts',
            'test/support/database/start-database.ts',
          ],
          alias,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: browserFiles,
          globalSetup: [
            bundleSandbox,
            'test/support/run/use-built-program.ts',
            'test/support/database/start-database.ts',
          ],
          alias,
        },
      },
      ...(process.env.DOCKET_IMAGE ? [containers] : []),
    ],
  },
})
