import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startEmbedded } from '../../src/db/embedded/server.ts'
import { freePorts } from '../../test/support/servers/ports.ts'
import { query } from '../../test/support/database/query.ts'
import { copyCluster, copyRunningCluster, openServer, type Server } from './servers.ts'

/** A primary and a standby that replicates it. */
export interface ReplicatedDatabase {
  /** URL with both hosts. */
  url: string
  /** URL of the server that accepts writes, or that accepted them until it was killed. */
  primaryUrl(): string
  /** Stops the primary from sending anything to its standby, so that synchronous commits wait. */
  stopReplication(): Promise<void>
  /** Kills the primary with SIGKILL, which closes all its connections. */
  killPrimary(): Promise<void>
  /** Freezes the primary, so that it neither responds nor closes its connections, like a machine without power. */
  freezePrimary(): Promise<void>
  /** Makes the standby accept writes. */
  promote(): Promise<void>
  /** Makes the killed primary a standby of the promoted one, and waits until commits are replicated to it. */
  rebuildStandby(): Promise<void>
  stop(): Promise<void>
}

/** Synchronous: a commit returns once both servers have it. */
export type ReplicationMode = 'synchronous' | 'asynchronous'

const standbyName = 'standby'

export async function startReplicatedDatabase(
  folder: string,
  mode: ReplicationMode = 'synchronous',
): Promise<ReplicatedDatabase> {
  const folders = [path.join(folder, 'first'), path.join(folder, 'second')] as const
  // Creates the cluster, its password and the database.
  await (await startEmbedded({ folder: folders[0] })).stop()
  await copyCluster(...folders)
  const [firstPort = 0, secondPort = 0] = await freePorts(2)
  let primary = await openServer(folders[0], firstPort)
  let standby = await openServer(folders[1], secondPort)

  const followPrimary = () =>
    standby.start({
      primary_conninfo: `host=127.0.0.1 port=${primary.port} user=docket password=${primary.password} application_name=${standbyName}`,
    })
  const waitForReplication = async () => {
    await waitUntilStreaming(primary, 'async')
    if (mode === 'asynchronous') return
    await setSynchronous(primary)
    await waitUntilStreaming(primary, 'sync')
  }

  await primary.start({})
  await followPrimary()
  await waitForReplication()
  return {
    url: `${primary.url(`127.0.0.1:${firstPort},127.0.0.1:${secondPort}`)}&target_session_attrs=read-write`,
    primaryUrl: () => primary.url(),
    async stopReplication() {
      const [row] = await query(primary.url(), 'select pid from pg_stat_replication')
      process.kill((row as { pid: number }).pid, 'SIGSTOP')
    },
    killPrimary: () => primary.kill(),
    freezePrimary: () => primary.freeze(),
    async promote() {
      await query(standby.url(), 'select pg_promote()')
      ;[primary, standby] = [standby, primary]
    },
    async rebuildStandby() {
      // The server may be frozen rather than stopped.
      await standby.kill()
      await copyRunningCluster(primary, standby)
      await followPrimary()
      await waitForReplication()
    },
    async stop() {
      // Kills instead of shutting down: a frozen server would not respond, and commits may wait for a standby.
      await Promise.all([primary.kill(), standby.kill()])
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function setSynchronous(primary: Server): Promise<void> {
  await query(primary.url(), `alter system set synchronous_standby_names = '${standbyName}'`)
  await query(primary.url(), 'select pg_reload_conf()')
}

async function waitUntilStreaming(primary: Server, state: 'sync' | 'async'): Promise<void> {
  const sql = `select 1 from pg_stat_replication where state = 'streaming' and sync_state = '${state}'`
  const deadline = Date.now() + 60_000
  while ((await query(primary.url(), sql)).length === 0) {
    if (Date.now() > deadline) throw new Error('The standby does not replicate')
    await sleep(50)
  }
}
