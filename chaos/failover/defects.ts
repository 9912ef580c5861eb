import type { Mutant } from '../mutants.ts'

const pools = 'dist/db/pools.js'

interface FailoverDefect extends Omit<Mutant, 'drill'> {
  /** The violation that a failover must report. */
  violation: RegExp
}

/** Defects that a single failover must detect. */
export const failoverDefects: FailoverDefect[] = [
  {
    name: 'the connections of a dead server are kept',
    violation: /every (web process writes|worker works) after a failover/,
    changes: [{ file: pools, from: 'known = undefined;', to: '' }],
  },
  {
    name: 'a read-only server is used',
    violation: /every (web process writes|worker works) after a failover/,
    changes: [
      {
        file: 'dist/db/server.sql.js',
        from: 'return rows[0]?.is_writable === true',
        to: 'return rows.length === 1',
      },
      { file: 'dist/db/pg.js', from: 'code === readOnly || (pools', to: '(false && pools' },
    ],
  },
]
