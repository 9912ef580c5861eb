import type { Mutant } from '../mutants.ts'

const rates = 'dist/http/requests/min-body-rate.js'

interface AttackDefect extends Omit<Mutant, 'drill'> {
  /** The violation that the attack must report. On a busy machine, others may occur even without a defect. */
  violation: RegExp
}

/** Defects that the attack must detect. Each needs a run of at least 60 seconds. */
export const attackDefects: AttackDefect[] = [
  {
    name: 'bodies and lists have no limits',
    violation: /a response of \d+ bytes|half a million ids: no response/,
    changes: [
      { file: 'dist/domain/api/body-limits.js', from: 'kilobyte = 1024', to: 'kilobyte = 2 ** 18' },
      {
        file: 'dist/domain/api/routes/job-filter.js',
        from: 'maxSelectionBytes = 160 * 1024',
        to: 'maxSelectionBytes = 2 ** 30',
      },
      {
        file: 'dist/domain/api/routes/job-filter.js',
        from: 'maxSelectedJobs = 1000',
        to: 'maxSelectedJobs = 1e9',
      },
      {
        file: 'dist/http/requests/serve-route.js',
        from: '? limitSizes(route)',
        to: '? async () => undefined',
      },
      {
        file: 'dist/domain/errors/invalid-fields.js',
        from: 'maxReportedFaults = 20',
        to: 'maxReportedFaults = 1e9',
      },
    ],
  },
  {
    name: 'slow bodies stay open',
    violation: /slow bodies/,
    changes: [{ file: rates, from: 'bytes: 30 * 1024', to: 'bytes: 0' }],
  },
  {
    name: 'sessions are not limited',
    violation: /started \d+ sessions/,
    changes: [
      { file: 'dist/http/access/identify.js', from: 'if (!isAllowed) {', to: 'if (false) {' },
    ],
  },
]
