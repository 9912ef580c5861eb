import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../test/support/servers/ports.ts'
import { type DocketProcess, startDocket } from './processes.ts'

export interface Fleet {
  /** Returns the URL of a running web process; rotates through them. */
  url: () => string
  /** URLs of all web processes, once all are running. */
  allUrls(): Promise<string[]>
  /** Stops a process with this signal; it is then restarted. */
  end(name: string, signal: 'SIGKILL' | 'SIGTERM'): void
  signal(name: string, signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Returns 0 while the process is not running. */
  pid(name: string): number
  readonly webs: string[]
  /** Processes that were asked to stop and did not exit with 0. */
  readonly badExits: string[]
  /** Processes that exited without being asked to. */
  readonly crashes: string[]
  stop(): Promise<void>
}

interface Member {
  name: string
  process: DocketProcess | undefined
  isTerminating: boolean
  wasKilled: boolean
}

export const workers = ['worker1', 'worker2', 'worker3']

/**
 * Starts web processes, three workers and, optionally, a gateway, which only the last worker uses. Restarts each
 * process whenever it exits.
 */
export async function startFleet(
  env: Record<string, string>,
  {
    main,
    webs: count,
    hasGateway = true,
  }: { main: string | undefined; webs: number; hasGateway?: boolean },
): Promise<Fleet> {
  const webs = Array.from({ length: count }, (_, nth) => `web${nth + 1}`)
  // Every new gateway uses this port, because the settings of the worker do not change.
  const [gatewayPort = 0] = await freePorts(1)
  const gatewaySettings: Record<string, Record<string, string>> = {
    gateway: { PORT: String(gatewayPort) },
    worker3: { GATEWAY_URL: `http://127.0.0.1:${gatewayPort}`, GATEWAY_TIMEOUT_MS: '3000' },
  }
  const processSettings = hasGateway ? gatewaySettings : {}
  const members: Member[] = [...webs, ...(hasGateway ? ['gateway'] : []), ...workers].map(
    (name) => ({
      name,
      process: undefined,
      isTerminating: false,
      wasKilled: false,
    }),
  )
  const badExits: string[] = []
  const crashes: string[] = []
  let isStopping = false

  async function keepRunning(member: Member): Promise<void> {
    while (!isStopping) {
      const { name } = member
      const settings = { ...env, WORKER_ID: name, ...processSettings[name] }
      member.process = await startDocket(commandFor(name), settings, main).catch(() => undefined)
      const end = await member.process?.ended
      if (member.isTerminating && end !== 0) badExits.push(`${member.name}: ${end}`)
      const wasStopped = member.isTerminating || member.wasKilled || isStopping
      if (member.process && !wasStopped) crashes.push(`${name}: ${end} ${member.process.log()}`)
      member.isTerminating = false
      member.wasKilled = false
      member.process = undefined
      if (!isStopping) await sleep(100)
    }
  }

  const running = members.map(keepRunning)
  const find = (name: string) => members.find((member) => member.name === name)
  while (members.some((member) => !member.process)) await sleep(50)
  const urls = () => webs.flatMap((name) => find(name)?.process?.url ?? [])
  let nextIndex = 0
  return {
    url: () => {
      const present = urls()
      return present[nextIndex++ % present.length] ?? 'http://127.0.0.1:9'
    },
    async allUrls() {
      while (urls().length < webs.length) await sleep(50)
      return urls()
    },
    webs,
    badExits,
    crashes,
    end(name, signal) {
      const member = find(name)
      if (!member?.process || member.isTerminating) return
      if (signal === 'SIGTERM') member.isTerminating = true
      else member.wasKilled = true
      member.process.child.kill(signal)
    },
    signal: (name, signal) => void find(name)?.process?.child.kill(signal),
    pid: (name) => find(name)?.process?.child.pid ?? 0,
    async stop() {
      isStopping = true
      for (const member of members) {
        member.process?.child.kill('SIGCONT')
        member.process?.child.kill('SIGTERM')
      }
      const giveUp = setTimeout(() => {
        for (const member of members) member.process?.child.kill('SIGKILL')
      }, 15_000)
      await Promise.all(running)
      clearTimeout(giveUp)
    },
  }
}

function commandFor(name: string): 'serve' | 'gateway' | 'work' {
  if (name === 'gateway') return 'gateway'
  return name.startsWith('web') ? 'serve' : 'work'
}
