// npm test: installs what only the tests need, builds, and runs every test against real parts.
import { existsSync } from 'node:fs'
import { run, step } from './run.js'

const chromium = '/usr/bin/chromium'

/** Without it the browser tests are skipped, and say so. */
async function provideChromium() {
  if (existsSync(chromium)) return
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      `No ${chromium}: the browser tests will be skipped. Install it: apt-get install chromium`,
    )
    return
  }
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  const packages = ['chromium', 'fonts-liberation']
  await run('/usr/bin/apt-get', ['update', '-qq'], quiet)
  await run(
    '/usr/bin/apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', ...packages],
    quiet,
  )
}

await step('chromium', provideChromium)
await run(process.execPath, ['scripts/build.js']).catch(() => process.exit(1))
await run('vitest', ['run', ...process.argv.slice(2)]).catch(() => process.exit(1))
