import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { freePorts } from '../../support/servers/ports.ts'
import type { Project } from './compose-args.ts'
import { requireEngine } from './engine.ts'
import { startPostgres } from './postgres.ts'
import { programOutput, type ProgramResult, runProgram } from './program.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The image under test. */
    image: string
    baseImage: string
  }
}

export interface Stack {
  project: Project
  /** URL of the database, as reachable from this machine. */
  databaseUrl: string
  /** Runs a container-engine command to completion. */
  runEngine(...args: string[]): Promise<ProgramResult>
  /** Like runEngine, but throws if the command fails. */
  command(...args: string[]): Promise<string>
  /** Returns the full name of a container, which is removed when the test ends. */
  container(name: string): string
  kill(name: string): Promise<void>
  log(name: string): Promise<string>
}

/** Creates a network with a real Postgres, removed with all containers when the test ends. */
export async function stackForTest(): Promise<Stack> {
  const engine = requireEngine()
  const project = await createProject()
  const containers = new Set<string>()
  const runEngine = (...args: string[]) => runProgram([engine, ...args])
  const command = (...args: string[]) => programOutput([engine, ...args])
  const container = (name: string) => {
    const full = `${project.name}-${name}`
    containers.add(full)
    return full
  }
  await command('network', 'create', project.name)
  onTestFinished(async () => {
    for (const name of containers) await runEngine('rm', '--force', '--volumes', name)
    await runEngine('volume', 'rm', `${project.name}-files`)
    await runEngine('network', 'rm', project.name)
  })
  container('postgres')
  return {
    project,
    databaseUrl: await startPostgres(engine, project, inject('baseImage')),
    runEngine,
    command,
    container,
    async kill(name) {
      await command('kill', container(name))
    },
    async log(name) {
      const { stdout, stderr } = await runEngine('logs', container(name))
      return stdout + stderr
    },
  }
}

/** Creates a separate folder with secrets from make-secrets.sh. */
async function createProject(): Promise<Project> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-containers-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const script = path.join(folder, 'make-secrets.sh')
  await cp('deploy/make-secrets.sh', script)
  await programOutput(['sh', script])
  const [port = 0] = await freePorts(1)
  return {
    name: `docket-${randomBytes(4).toString('hex')}`,
    secrets: path.join(folder, 'secrets'),
    variables: { PORT: String(port) },
  }
}
