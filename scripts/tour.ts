// npm run tour [-- test/browser/queue.test.ts]: runs all browser tests or the given ones, and writes docs/tour.md with
// their screenshots, and the screenshots in docs/month.md. Screenshots from other tests stay unchanged.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { shrinkPng } from './small-png.ts'
import { monthScreenshots, tourPages, tourText } from './tour-pages.ts'

const named = process.argv.slice(2)
const tests = named.length > 0 ? named : ['test/browser']
const env = { ...process.env, SCREENSHOTS: '1' }
execFileSync('npx', ['vitest', 'run', ...tests], { stdio: 'inherit', env })

mkdirSync('docs/tour', { recursive: true })
for (const { picture } of tourPages) {
  const kinds = {
    [`${picture}-desk-light`]: picture,
    [`${picture}-phone-dark`]: `${picture}-phone`,
  }
  for (const [taken, shown] of Object.entries(kinds)) {
    const from = `test-output/${taken}.png`
    if (existsSync(from)) writeFileSync(`docs/tour/${shown}.png`, shrinkPng(readFileSync(from)))
    else console.error(`No test took ${from}`)
  }
}
mkdirSync('docs/month', { recursive: true })
for (const [taken, shown] of Object.entries(monthScreenshots)) {
  const from = `test-output/${taken}.png`
  if (existsSync(from)) writeFileSync(`docs/month/${shown}.png`, shrinkPng(readFileSync(from)))
  else console.error(`No test took ${from}`)
}
writeFileSync('docs/tour.md', tourText())
