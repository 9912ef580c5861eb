import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Creates a folder atomically: `fill` works in a draft beside it, which is renamed at the end. If several processes
 * create it at the same time, all of them use the folder that was finished first.
 */
export async function createFolderAtomically(
  target: string,
  fill: (draft: string) => Promise<void>,
) {
  if (!existsSync(target)) await fillAndRename(target, fill)
  await sweepDrafts(target)
}

async function fillAndRename(target: string, fill: (draft: string) => Promise<void>) {
  const draft = await mkdtemp(draftPrefix(target))
  try {
    await fill(draft)
    await rename(draft, target)
    await syncFolder(dirname(target))
  } catch (thrown) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(target)) throw thrown
  }
}

/** Fsyncs a folder. Without this, a rename in the folder may not survive a power failure. */
export async function syncFolder(path: string) {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/**
 * Returns the prefix of draft folders, which Docket deletes. The prefix is unusual, so that no backup folder starts
 * with it.
 */
export function draftPrefix(target: string): string {
  return join(dirname(target), `.${basename(target)}-draft-`)
}

/** Deletes drafts once the target exists. A process that is still filling a draft fails, and then uses the target. */
export async function sweepDrafts(target: string) {
  const folder = dirname(target)
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  for (const draft of paths.filter((path) => path.startsWith(draftPrefix(target)))) {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}
