import { setTimeout as sleep } from 'node:timers/promises'
import { type DocketProcess, startDocket } from './processes.ts'

export interface Fleet {
  /** Where the web process answers at present. */
  url: () => string
  /** Ends a process in the given way; it is started again. */
  end(name: string, signal: 'SIGKILL' | 'SIGTERM'): void
  signal(name: string, signal: 'SIGSTOP' | 'SIGCONT'): void
  readonly names: string[]
  /** Processes that were told to stop and did not end with 0. */
  readonly badExits: string[]
  stop(): Promise<void>
}

interface Member {
  name: string
  process: DocketProcess | undefined
  isTerminating: boolean
}

export const workers = ['worker1', 'worker2', 'worker3']

/** One web and three worker processes, started again whenever one ends. */
export async function startFleet(
  env: Record<string, string>,
  main: string | undefined,
): Promise<Fleet> {
  const members: Member[] = ['web', ...workers].map((name) => ({
    name,
    process: undefined,
    isTerminating: false,
  }))
  const badExits: string[] = []
  let isStopping = false

  async function keepRunning(member: Member): Promise<void> {
    while (!isStopping) {
      const verb = member.name === 'web' ? 'serve' : 'work'
      const own = { ...env, WORKER_ID: member.name }
      member.process = await startDocket(verb, own, main).catch(() => undefined)
      const end = await member.process?.ended
      if (member.isTerminating && end !== 0) badExits.push(`${member.name}: ${end}`)
      member.isTerminating = false
      member.process = undefined
      if (!isStopping) await sleep(100)
    }
  }

  const running = members.map(keepRunning)
  const find = (name: string) => members.find((member) => member.name === name)
  while (members.some((member) => !member.process)) await sleep(50)
  return {
    url: () => find('web')?.process?.url ?? 'http://127.0.0.1:9',
    names: members.map((member) => member.name),
    badExits,
    end(name, signal) {
      const member = find(name)
      if (!member?.process || member.isTerminating) return
      if (signal === 'SIGTERM') member.isTerminating = true
      member.process.child.kill(signal)
    },
    signal: (name, signal) => void find(name)?.process?.child.kill(signal),
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
