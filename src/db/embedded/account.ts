import { stat } from 'node:fs/promises'
import { commandOutput } from './commands.ts'
import { ignoreAbsent, cannotStart } from './failure.ts'

/** User and group that run Postgres. */
export interface PostgresAccount {
  uid: number
  gid: number
}

/** Finds the account that runs Postgres, which refuses to run as root. Undefined if the current user can run it. */
export async function findAccount(cluster: string): Promise<PostgresAccount | undefined> {
  if (!isRoot()) return undefined
  const owner = await stat(cluster).catch(ignoreAbsent)
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = (await lookUp('postgres')) ?? (await lookUp('nobody'))
  if (account) return account
  throw cannotStart(
    'Postgres does not run as root, and this machine has neither a user "postgres" nor a user "nobody". Run Docket as an ordinary user.',
  )
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

async function lookUp(name: string): Promise<PostgresAccount | undefined> {
  const [uid, gid] = await Promise.all([
    commandOutput('id', '-u', name),
    commandOutput('id', '-g', name),
  ])
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}
