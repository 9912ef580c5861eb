import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { ReferenceDataFiles } from '../../extraction/reference-data/reference-data.ts'
import { createSandbox, type Sandbox } from '../../extraction/sandbox/sandbox.ts'

/** Default number of files read in parallel. */
export const readers = cpus().length

export const packageFolder = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs the work with a sandbox and a temporary folder, and removes both afterwards. */
export async function withSandbox<T>(
  referenceData: ReferenceDataFiles,
  size: number,
  work: (sandbox: Sandbox, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-'))
  const sandbox = createSandbox({ size, referenceData })
  const removeFolder = () => {
    rmSync(folder, { recursive: true, force: true })
    process.stderr.write('docket: Interrupted.\n')
    process.exit(130)
  }
  process.once('SIGINT', removeFolder).once('SIGTERM', removeFolder)
  try {
    return await work(sandbox, folder)
  } finally {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
}
