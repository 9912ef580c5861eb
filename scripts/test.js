// npm test: installs the programs that tests need, builds, and runs all tests.
import { existsSync } from 'node:fs'
import { run, step } from './run.js'

/** Debian packages that tests need; without a package, its tests are skipped with a reason. */
const needed = [
  { program: '/usr/bin/chromium', tests: 'browser', packages: ['chromium', 'fonts-liberation'] },
  {
    program: '/usr/bin/chromium-headless-shell',
    tests: 'browser',
    packages: ['chromium-headless-shell'],
  },
  { program: '/usr/bin/redis-server', tests: 'Redis', packages: ['redis-server'] },
  {
    program: '/usr/bin/radosgw',
    tests: 'S3',
    packages: ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph-common'],
  },
  {
    program: '/usr/bin/promtool',
    tests: 'Prometheus',
    packages: ['prometheus', 'prometheus-alertmanager'],
  },
  { program: '/usr/sbin/dovecot', tests: 'mailbox', packages: ['dovecot-imapd'] },
  { program: '/usr/sbin/nginx', tests: 'proxy', packages: ['nginx-light'] },
  { program: '/usr/sbin/pgbouncer', tests: 'connection pooler', packages: ['pgbouncer'] },
]

async function providePrograms() {
  const missing = needed.filter(({ program }) => !existsSync(program))
  if (missing.length === 0) return
  const packages = missing.flatMap((one) => one.packages)
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    const tests = missing.map((one) => one.tests).join(', ')
    console.error(`Skipped: ${tests} tests. They need: apt-get install ${packages.join(' ')}`)
    return
  }
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('/usr/bin/apt-get', ['update', '-qq'], quiet)
  await run(
    '/usr/bin/apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    quiet,
  )
}

// Downloads and unpacks packages while the compiler runs.
await Promise.all([
  step('programs', providePrograms),
  run(process.execPath, ['scripts/build.js', '--noCheck']),
]).catch(() => process.exit(1))
await run('vitest', ['run', ...process.argv.slice(2)]).catch(() => process.exit(1))
