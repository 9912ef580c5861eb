import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRoot } from './account.ts'
import { findBundle, unpackBundle } from './bundle.ts'
import { answerOf } from './commands.ts'
import { absent, cannotStart } from './failure.ts'
import type { Binaries } from './programs.ts'

const oldestMajor = 14

const systemPlaces = [
  { parent: '/usr/lib/postgresql', name: /^\d+$/ },
  { parent: '/usr', name: /^pgsql-\d+$/ },
  { parent: '/opt/homebrew/opt', name: /^postgresql@\d+$/ },
  { parent: '/usr/local/opt', name: /^postgresql@\d+$/ },
]

/** The programs that can run the cluster in `folder`: a cluster opens only with the major version that made it. */
export async function findBinaries(folder: string): Promise<Binaries> {
  const needed = await clusterMajor(folder)
  const fits = ({ major }: { major: number }) => needed === undefined || major === needed
  const system = (await systemBinaries()).find(fits)
  if (system) return system
  const bundle = await findBundle()
  if (bundle && fits(bundle)) return unpackBundle(bundle, await cacheFolder(folder))
  throw needed === undefined ? nothingInstalled() : majorMissing(folder, needed)
}

async function clusterMajor(folder: string): Promise<number | undefined> {
  const version = await readFile(join(folder, 'cluster', 'PG_VERSION'), 'utf8').catch(absent)
  return version === undefined ? undefined : Number.parseInt(version, 10)
}

/** Those of the operating system that are new enough, newest first. */
export async function systemBinaries(): Promise<Binaries[]> {
  const folders = new Set([...(await listedFolders()), ...(await configuredFolder())])
  const found = await Promise.all([...folders].map(probe))
  return found
    .filter((binaries) => binaries !== undefined)
    .filter(({ major }) => major >= oldestMajor)
    .toSorted((a, b) => b.major - a.major)
}

/** A place that is missing or closed to us holds none. */
async function listedFolders(): Promise<string[]> {
  const perPlace = systemPlaces.map(async ({ parent, name }) => {
    const names = await readdir(parent).catch(() => [])
    return names.filter((entry) => name.test(entry)).map((entry) => join(parent, entry, 'bin'))
  })
  return (await Promise.all(perPlace)).flat()
}

async function configuredFolder(): Promise<string[]> {
  const folder = await answerOf('pg_config', '--bindir')
  return folder ? [folder] : []
}

/** Undefined where only the client programs are installed, as libpq's development files alone do. */
async function probe(folder: string): Promise<Binaries | undefined> {
  const [initdb, postgres] = await Promise.all([
    answerOf(join(folder, 'initdb'), '--version'),
    answerOf(join(folder, 'postgres'), '--version'),
  ])
  const major = /\(PostgreSQL\) (\d+)/.exec(postgres ?? '')?.[1]
  return initdb && major ? { folder, major: Number(major) } : undefined
}

/** Under root another account runs the programs, and it may not be able to enter the data folder. */
async function cacheFolder(folder: string): Promise<string> {
  if (!isRoot()) return folder
  const shared = '/var/cache/docket'
  await mkdir(shared, { recursive: true })
  await chmod(shared, 0o755)
  return shared
}

function nothingInstalled() {
  return cannotStart(
    `There is no Postgres on this machine. Install PostgreSQL ${oldestMajor} or newer with your package manager, or set DATABASE_URL to a database that runs elsewhere.`,
  )
}

function majorMissing(folder: string, major: number) {
  return cannotStart(
    `The database in ${folder} was made by Postgres ${major}, which is not installed here. Install PostgreSQL ${major}, or set DATA_DIR to another folder.`,
  )
}
