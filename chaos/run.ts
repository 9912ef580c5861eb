// npm run chaos -- [--rounds 20] [--uploads 200] [--seed 1]: ends with one JSON line of figures; exit 1 when
// anything acknowledged was lost or any invariant broken.
import { parseArgs } from 'node:util'
import { crash } from './crash.ts'

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    uploads: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
  },
})
const report = await crash({
  rounds: Number(values.rounds),
  uploads: Number(values.uploads),
  seed: Number(values.seed),
})
console.log(JSON.stringify(report))
const { lost, unfinished, wrong, violations } = report
process.exitCode = lost + unfinished + wrong + violations.length === 0 ? 0 : 1
