import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { freePorts } from '../../support/ports.ts'
import type { Project } from './compose-args.ts'
import { requireEngine } from './engine.ts'
import { startPostgres } from './postgres.ts'
import { programOutput, type ProgramResult, runProgram } from './program.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The image under test. */
    image: string
    /** Its base. */
    baseImage: string
  }
}

export interface Stack {
  project: Project
  /** As this machine reaches the database. */
  databaseUrl: string
  /** Runs a command of the engine to its end. */
  ask(...args: string[]): Promise<ProgramResult>
  /** Like ask, but throws if the command fails. */
  command(...args: string[]): Promise<string>
  /** The name of a container; the stack removes it at its end. */
  container(name: string): string
  kill(name: string): Promise<void>
  log(name: string): Promise<string>
}

/** A network with a real Postgres, removed with all containers when the test ends. */
export async function stackForTest(): Promise<Stack> {
  const engine = requireEngine()
  const project = await createProject()
  const containers = new Set<string>()
  const ask = (...args: string[]) => runProgram([engine, ...args])
  const command = (...args: string[]) => programOutput([engine, ...args])
  const container = (name: string) => {
    const full = `${project.name}-${name}`
    containers.add(full)
    return full
  }
  await command('network', 'create', project.name)
  onTestFinished(async () => {
    for (const name of containers) await ask('rm', '--force', '--volumes', name)
    await ask('volume', 'rm', `${project.name}-files`)
    await ask('network', 'rm', project.name)
  })
  container('postgres')
  return {
    project,
    databaseUrl: await startPostgres(engine, project, inject('baseImage')),
    ask,
    command,
    container,
    async kill(name) {
      await command('kill', container(name))
    },
    async log(name) {
      const { stdout, stderr } = await ask('logs', container(name))
      return stdout + stderr
    },
  }
}

/** Secrets from make-secrets.sh in a separate folder. */
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
