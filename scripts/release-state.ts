import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

/** Checksums of the migrations in the latest release; empty before 1.0.0. */
export const releasedFile = 'test/released-migrations.json'

/** Files that contain the version of this package; the capture group in each pattern matches the version. */
export const versionedFiles: Record<string, RegExp> = {
  'package.json': /"name": "docket",\s+"version": "([^"]+)"/g,
  'package-lock.json': /"name": "docket",\s+"version": "([^"]+)"/g,
  'packages/client/package.json': /"name": "@docket\/client",\s+"version": "([^"]+)"/g,
  'deploy/kubernetes/kustomization.yaml': /newTag: (\S+)/g,
  'docs/deploy.md': /docket-(\d+\.\d+\.\d+)\.tgz/g,
}

/** Name → SHA-256, in the order in which they are applied. */
export type MigrationHashes = Record<string, string>

export async function hashMigrations(folder = 'migrations'): Promise<MigrationHashes> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const hashes = names.map(async (name): Promise<[string, string]> => {
    const sql = await readFile(path.join(folder, name))
    return [name, createHash('sha256').update(sql).digest('hex')]
  })
  return Object.fromEntries(await Promise.all(hashes))
}

/**
 * Returns the changes that would make these migrations fail on a database of the release; empty if migrations were only
 * added.
 */
export function findChangedMigrations(released: MigrationHashes, current: MigrationHashes) {
  const first = Object.keys(current).slice(0, Object.keys(released).length)
  return Object.entries(released).flatMap(([name, hash], nth) => {
    if (current[name] === undefined) return [`${name} is missing`]
    if (current[name] !== hash) return [`${name} has changed`]
    return first[nth] === name ? [] : [`${name} comes after a new migration`]
  })
}
