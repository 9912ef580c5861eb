import { existsSync } from 'node:fs'
import { mkdtemp, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * Makes a folder that is either whole or absent, whatever crashes: `fill` works in a draft beside it that is renamed
 * when done. When several processes make it at once, one of them wins and all go on with its folder.
 */
export async function makeWhole(target: string, fill: (draft: string) => Promise<void>) {
  if (!existsSync(target)) await makeFromDraft(target, fill)
  await sweepDrafts(target)
}

async function makeFromDraft(target: string, fill: (draft: string) => Promise<void>) {
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

/** A rename survives a power cut only once its folder is on disk. */
async function syncFolder(path: string) {
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** A name that no person gives to a backup, since what bears it is swept away. */
export function draftPrefix(target: string): string {
  return join(dirname(target), `.${basename(target)}-draft-`)
}

/** Once the target stands every draft is a leftover: a maker still at work fails, and finds the target. */
export async function sweepDrafts(target: string) {
  const folder = dirname(target)
  const paths = (await readdir(folder)).map((name) => join(folder, name))
  for (const draft of paths.filter((path) => path.startsWith(draftPrefix(target)))) {
    await rm(draft, { recursive: true, force: true, maxRetries: 5 })
  }
}
