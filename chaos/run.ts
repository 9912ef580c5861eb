// npm run chaos -- [storm|fleet|mutants|hunt|crashes|kills|streams|mail [1000]|pdfs [20000]|attack|clock|
// misreadings [2000]|failover] [--seconds 60] [--seed 1] [--rounds 20] [--uploads 200] [--defect NAME] [--replication
// asynchronous]: ends with one JSON line of metrics; exits with 1 if acknowledged data was lost, an invariant was violated, a PDF crashed a child, or an injected
// defect was not detected.
import { rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { attack } from './attack/attack.ts'
import { attackDefects } from './attack/defects.ts'
import { moveClock } from './clock.ts'
import { crash } from './crash.ts'
import { crashSenders } from './mail.ts'
import { failoverDefects } from './failover/defects.ts'
import { failOver } from './failover/failover.ts'
import { killWorkers } from './kill-workers.ts'
import { findMisreadings } from './misreadings.ts'
import { copyWithDefect, mutants } from './mutants.ts'
import { runDrills } from './run-drills.ts'
import { bombs } from '../test/fixtures/bombs.ts'
import { malformedPdfs } from '../test/fixtures/malformed-pdfs.ts'
import { readHostilePdfs } from './pdfs.ts'
import { storm } from './storm.ts'
import { breakStreams } from './streams.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    rounds: { type: 'string', default: '20' },
    uploads: { type: 'string', default: '200' },
    defect: { type: 'string' },
    replication: { type: 'string', default: 'synchronous' },
    json: { type: 'boolean', default: true },
  },
})
const [runName = 'storm', count] = positionals
const seed = Number(values.seed)
const seconds = Number(values.seconds)
const runs: Record<string, () => Promise<number>> = {
  storm: runStorm,
  fleet: runFleet,
  mutants: drillMutants,
  hunt: stormMutants,
  crashes: runCrashes,
  kills: runKills,
  streams: runStreams,
  mail: runMail,
  pdfs: runPdfs,
  attack: runAttack,
  clock: runClock,
  misreadings: runMisreadings,
  failover: runFailover,
}
const faults = await (runs[runName] ?? reportUnknownRun)()
// Exits explicitly, because Node's event loop sometimes spins forever here, although everything has stopped.
process.exit(faults === 0 ? 0 : 1)

async function runStreams(): Promise<number> {
  const report = await breakStreams({ seconds, seed })
  console.log(JSON.stringify(report))
  return report.violations.length
}

async function runMail(): Promise<number> {
  const report = await crashSenders({ mails: Number(count ?? 1000), seconds, seed, senders: 3 })
  console.log(JSON.stringify(report))
  return report.violations.length
}

async function runStorm(): Promise<number> {
  const report = await storm({ seconds, seed })
  const { mutants: seeded, caught: caughtCount, missed, violations } = await runDrills()
  console.log(JSON.stringify({ ...report, mutants: seeded, mutants_caught: caughtCount, missed }))
  return report.violations.length + violations.length + missed.length
}

async function runFleet(): Promise<number> {
  const report = await storm({ seconds, seed, isFleet: true })
  console.log(JSON.stringify(report))
  return report.violations.length
}

/** Runs each defect with the drill designed to detect it. */
async function drillMutants(): Promise<number> {
  const report = await runDrills(values.only)
  console.log(JSON.stringify(report))
  return report.violations.length + report.missed.length
}

/** Runs the storm with each defect in turn and returns how many it missed; the result depends on chance. */
async function stormMutants(): Promise<number> {
  const selectedMutants = mutants.filter((mutant) => mutant.name.includes(values.only))
  const missed: string[] = []
  for (const mutant of selectedMutants) {
    const program = await copyWithDefect(mutant)
    const { violations } = await storm({ seconds, seed, program, isHunt: true })
    await rm(program, { recursive: true, force: true })
    const verdict = violations.length > 0 ? 'caught' : 'MISSED'
    console.error(`${verdict}: ${mutant.name}: ${violations[0] ?? ''}`)
    if (violations.length === 0) missed.push(mutant.name)
  }
  const caughtCount = selectedMutants.length - missed.length
  console.log(JSON.stringify({ mutants: selectedMutants.length, caught: caughtCount, missed }))
  return missed.length
}

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

async function runKills(): Promise<number> {
  const report = await killWorkers({ rounds: 10, documents: 20 })
  console.log(JSON.stringify(report))
  return report.violations.length + (report.statuses.failed ?? 0)
}

async function runPdfs(): Promise<number> {
  const malformed = await readHostilePdfs(malformedPdfs(seed, Number(count ?? 20_000)))
  const report = { malformed, bombs: await readHostilePdfs(bombs()) }
  console.log(JSON.stringify(report))
  return report.malformed.unexplained.length + report.bombs.unexplained.length
}

/** Attacks the built program or, with `--defect`, a copy that has all defects whose names contain the text. */
async function runAttack(): Promise<number> {
  if (values.defect === undefined) return (await reportAttack(undefined)).length
  const defects = findDefects(attackDefects, values.defect)
  const missed: string[] = []
  for (const defect of defects) {
    console.error(defect.name)
    const program = await copyWithDefect(defect)
    const violations = await reportAttack(program)
    if (!violations.some((text) => defect.violation.test(text))) missed.push(defect.name)
    await rm(program, { recursive: true, force: true })
  }
  console.log(JSON.stringify({ defects: defects.length, missed }))
  return missed.length
}

async function reportAttack(program: string | undefined): Promise<string[]> {
  const report = await attack({ seconds, seed, program })
  console.log(JSON.stringify(report))
  return report.violations
}

/**
 * Runs failovers of the built program or, with `--defect`, of one copy for each defect whose name contains the text.
 */
async function runFailover(): Promise<number> {
  const replication = values.replication === 'asynchronous' ? 'asynchronous' : 'synchronous'
  const { defect: wanted } = values
  const missed: string[] = []
  for (const defect of wanted === undefined ? [undefined] : findDefects(failoverDefects, wanted)) {
    const program = defect && (await copyWithDefect(defect))
    const report = await failOver({ seconds, seed, replication, program, log: console.error })
    console.log(JSON.stringify(report))
    if (!program) return report.violations.length
    await rm(program, { recursive: true, force: true })
    if (!report.violations.some((text) => defect.violation.test(text))) missed.push(defect.name)
  }
  console.log(JSON.stringify({ missed }))
  return missed.length
}

function findDefects<Defect extends { name: string }>(defects: Defect[], text: string): Defect[] {
  return defects.filter(({ name }) => name.includes(text))
}

async function runClock(): Promise<number> {
  const report = await moveClock()
  console.log(JSON.stringify(report))
  return report.violations.length
}

async function runMisreadings(): Promise<number> {
  const report = await findMisreadings(seed, Number(count ?? 2_000))
  console.log(JSON.stringify(report))
  return report.silent.length
}

async function reportUnknownRun(): Promise<number> {
  console.error(`There is no "${runName}"; there are ${Object.keys(runs).join(', ')}.`)
  return 1
}
