import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { type Drill, drill, drills } from './drill.ts'
import { copyWithDefect, type Mutant, mutants } from './mutants.ts'

export interface DrillReport {
  /** Number of drills run with the unmodified program, and their violations. */
  drills: number
  violations: string[]
  mutants: number
  caught: number
  missed: string[]
  seconds: number
}

/** Drills with a defect mostly wait for jobs that never end, each with a database of its own. */
const mutantsAtOnce = 3

async function isCaught(mutant: Mutant, serverUrl: string): Promise<boolean> {
  const program = await copyWithDefect(mutant)
  const [violation] = await drill(mutant.drill, { program, serverUrl, maxWaitMs: 6000 })
  await rm(program, { recursive: true, force: true })
  const isDetected = violation !== undefined
  console.error(`${isDetected ? 'caught' : 'MISSED'}: ${mutant.name}: ${violation ?? ''}`)
  return isDetected
}

/**
 * Runs all drills with the unmodified program, which must pass, and each defect with the drill that must detect it.
 * With a defect, jobs may never end, so these drills wait only briefly.
 */
export async function runDrills(only = ''): Promise<DrillReport> {
  const startedAt = performance.now()
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-drills-'))
  const server = await startEmbedded({ folder: path.join(folder, 'postgres') })
  const serverUrl = server.url
  const selectedMutants = mutants.filter(({ name }) => name.includes(only))
  const violations: string[] = []
  const missed: string[] = []
  try {
    for (const name of Object.keys(drills) as Drill[]) {
      const broken = await drill(name, { program: '.', serverUrl, maxWaitMs: 60_000 })
      console.error(`${broken.length > 0 ? 'BROKEN' : 'held'}: ${name}`)
      violations.push(...broken.map((violation) => `${name}: ${violation}`))
    }
    const waiting = selectedMutants.values()
    await Promise.all(
      Array.from({ length: mutantsAtOnce }, async () => {
        for (const mutant of waiting)
          if (!(await isCaught(mutant, serverUrl))) missed.push(mutant.name)
      }),
    )
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const caughtCount = selectedMutants.length - missed.length
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const count = Object.keys(drills).length
  return {
    drills: count,
    violations,
    mutants: selectedMutants.length,
    caught: caughtCount,
    missed,
    seconds,
  }
}
