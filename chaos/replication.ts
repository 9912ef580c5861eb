import { cp, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { findAccount } from '../src/db/embedded/account.ts'
import { findBinaries } from '../src/db/embedded/binaries.ts'
import { prepareCluster } from '../src/db/embedded/cluster.ts'
import { launch, type Postmaster, shutDown } from '../src/db/embedded/postmaster.ts'
import type { Site } from '../src/db/embedded/programs.ts'
import { startEmbedded } from '../src/db/embedded/server.ts'
import { query } from '../test/support/query.ts'
import { freePorts } from '../test/support/ports.ts'

/** A primary and a standby that replicates it synchronously: a commit returns once both have it. */
export interface ReplicatedDatabase {
  /** URL with both hosts. */
  url: string
  standbyUrl: string
  /** Kills the primary with SIGKILL, and all its connections with it. */
  killPrimary(): void
  /** Makes the standby accept writes. */
  promote(): Promise<void>
  stop(): Promise<void>
}

const standbyName = 'standby'

export async function startReplicatedDatabase(folder: string): Promise<ReplicatedDatabase> {
  const first = path.join(folder, 'primary')
  const second = path.join(folder, 'standby')
  // Creates the cluster, its password and the database.
  await (await startEmbedded({ folder: first })).stop()
  await cp(first, second, { recursive: true })
  await writeFile(path.join(second, 'cluster/standby.signal'), '')
  const [primarySite, standbySite] = [await openSite(first), await openSite(second)]
  const password = await prepareCluster(standbySite.site)
  const [primaryPort = 0, standbyPort = 0] = await freePorts(2)
  const start = async (
    { site }: { site: Site },
    port: number,
    settings: Record<string, string>,
  ) => {
    const postmaster = await launch(site, settings, () => port)
    if (!postmaster) throw new Error('A server did not start')
    return postmaster
  }
  const primary = await start(primarySite, primaryPort, { synchronous_standby_names: standbyName })
  const standby = await start(standbySite, standbyPort, {
    primary_conninfo: `host=127.0.0.1 port=${primaryPort} user=docket password=${password} application_name=${standbyName}`,
  })
  const hosts = `127.0.0.1:${primaryPort},127.0.0.1:${standbyPort}`
  const toUrl = (host: string) => `postgres://docket:${password}@${host}/docket?sslmode=disable`
  const standbyUrl = toUrl(`127.0.0.1:${standbyPort}`)
  return {
    url: `${toUrl(hosts)}&target_session_attrs=read-write`,
    standbyUrl,
    killPrimary: () => kill(primary),
    promote: async () => void (await query(standbyUrl, 'select pg_promote()')),
    async stop() {
      kill(primary)
      await shutDown(standby)
      await rm(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function openSite(folder: string): Promise<{ site: Site }> {
  const cluster = path.join(folder, 'cluster')
  const passwordFile = path.join(folder, 'password')
  const [account, binaries] = [await findAccount(cluster), await findBinaries(folder)]
  return { site: { folder, cluster, passwordFile, account, binaries } }
}

/** Its children notice the death of their parent and exit. */
function kill({ pid }: Postmaster): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Killed before.
  }
}
