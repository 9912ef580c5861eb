// npm run chaos -- [--rounds 20] [--uploads 200] [--seed 1], or npm run chaos -- pdfs [20000] [--seed 1]: ends with one
// JSON line of figures; exit 1 when anything acknowledged was lost, any invariant broken, any PDF not dealt with.
import { parseArgs } from 'node:util'
import { bombs } from '../test/fixtures/bombs.ts'
import { malformedPdfs } from '../test/fixtures/malformed-pdfs.ts'
import { crash } from './crash.ts'
import { tryPdfs } from './pdfs.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '20' },
    uploads: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const [what = 'crashes', count = '20000'] = positionals
const seed = Number(values.seed)
const runs: Record<string, () => Promise<number>> = { crashes: runCrashes, pdfs: runPdfs }
const faults = await (runs[what] ?? unknown)()
process.exitCode = faults === 0 ? 0 : 1

async function runCrashes(): Promise<number> {
  const report = await crash({
    rounds: Number(values.rounds),
    uploads: Number(values.uploads),
    seed,
  })
  console.log(JSON.stringify(report))
  const { lost, unfinished, wrong, violations } = report
  return lost + unfinished + wrong + violations.length
}

async function runPdfs(): Promise<number> {
  const malformed = await tryPdfs(malformedPdfs(seed, Number(count)))
  const report = { malformed, bombs: await tryPdfs(bombs()) }
  console.log(JSON.stringify(report))
  return report.malformed.unexplained.length + report.bombs.unexplained.length
}

async function unknown(): Promise<number> {
  console.error(`There is no "${what}"; there are ${Object.keys(runs).join(' and ')}.`)
  return 1
}
