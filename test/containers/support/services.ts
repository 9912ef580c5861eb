import { expect, inject, vi } from 'vitest'
import { type ComposeService, readCompose } from '../../support/processes/deploy.ts'
import { composeArgs } from './compose-args.ts'
import type { ProgramResult } from './program.ts'
import { type Stack, stackForTest } from './stack.ts'

/** A container. Its name differs from that of the service if the service is scaled or replaced. */
interface Instance {
  container?: string
  image?: string
}

export interface Services {
  stack: Stack
  /** URL of the web app. */
  url: string
  /** Starts a service from compose.yaml in the background and waits until it is healthy. */
  start(service: string, instance?: Instance): Promise<void>
  /** Runs a service to completion. Throws its output if it fails. */
  run(service: string): Promise<string>
  /** Runs the health check of the service in compose.yaml, otherwise that of the image. */
  isHealthy(service: string, container?: string): Promise<boolean>
  exec(container: string, command: string[]): Promise<ProgramResult>
  /** Stops a container with SIGTERM and its grace period. Returns its exit code. */
  stop(service: string, container?: string): Promise<number>
}

function findService(name: string): ComposeService {
  const service = readCompose().services[name]
  if (!service) throw new Error(`compose.yaml has no service ${name}`)
  return service
}

/** Runs the services of compose.yaml. */
export async function servicesForTest(): Promise<Services> {
  const stack = await stackForTest()
  const { runEngine, command, container: fullName } = stack
  const argsFor = (name: string, image: string) => {
    const service = findService(name)
    return [...composeArgs(name, service, stack.project), image, ...(service.command ?? [])]
  }
  const inspect = (container: string, format: string) =>
    command('inspect', '--format', format, fullName(container))
  const isHealthy = async (name: string, container = name) => {
    const fromImage = JSON.parse(await inspect(container, '{{json .Config.Healthcheck}}'))
    const [kind, ...test] = findService(name).healthcheck?.test ?? (fromImage.Test as string[])
    expect(kind).toBe('CMD')
    return (await runEngine('exec', fullName(container), ...test)).code === 0
  }
  const becomeHealthy = (name: string, container: string) =>
    vi.waitFor(
      async () => {
        if (await isHealthy(name, container)) return
        throw new Error(`${container} is unhealthy: ${await stack.log(container)}`)
      },
      { timeout: 120_000, interval: 500 },
    )
  return {
    stack,
    url: `http://127.0.0.1:${stack.project.variables.PORT}`,
    async start(name, { container = name, image = inject('image') } = {}) {
      await command('run', '--detach', '--name', fullName(container), ...argsFor(name, image))
      await becomeHealthy(name, container)
    },
    run: (name) => command('run', '--rm', ...argsFor(name, inject('image'))),
    isHealthy,
    exec: (container, args) => runEngine('exec', fullName(container), ...args),
    async stop(name, container = name) {
      const grace = Number.parseInt(findService(name).stop_grace_period ?? '10s', 10)
      await command('stop', '--time', String(grace), fullName(container))
      return Number(await inspect(container, '{{.State.ExitCode}}'))
    },
  }
}
