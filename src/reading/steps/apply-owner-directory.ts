import { type DirectoryCache, writeDirectoryFile } from '../../directory/owner-directory.ts'
import type { Sandbox } from '../../extraction/sandbox/sandbox.ts'
import type { ReadStep } from './read-document.ts'

interface OwnerDirectoryDeps {
  directories: DirectoryCache
  rewrite: Sandbox['rewrite']
}

/**
 * Rewrites an invoice's outputs with the owner's directory and learned corrections. This runs in the worker, so no
 * gateway ever sees a directory.
 */
export function applyOwnerDirectory({ directories, rewrite }: OwnerDirectoryDeps): ReadStep {
  return (next) => async (task, run) => {
    // Loads the directory while the document is read, so that jobs that start together share the query. Completing the
    // job detects a directory that was created or changed in the meantime.
    const directory = task.has_directory ? directories.get(task.owner_id) : undefined
    directory?.catch(() => undefined)
    const result = await next(task, run)
    const { folder, params } = task
    const json = result.outputs.find(({ format }) => format === 'json')
    if (!json || result.summary?.kind !== 'invoice') return result
    const own =
      directory && (await writeDirectoryFile({ get: () => directory }, task.owner_id, folder))
    if (!own) return { ...result, directory_version: 0 }
    const formats = result.outputs.map(({ format }) => format)
    const order = { mapping: result.mapping, params, formats, changes: [], is_approved: false }
    const rewritten = await rewrite({
      file: json.file,
      folder,
      own,
      ...order,
      is_new: true,
      form: task.form,
    })
    const { outputs, review_reasons, summary } = rewritten
    return { ...result, outputs, review_reasons, summary, directory_version: own.version }
  }
}
