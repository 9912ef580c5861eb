import type { Db } from '../db/db.ts'
import { findDraft } from '../db/drafts.sql.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import { draftFile } from '../intake/mapping-drafts.ts'
import type { ReadDocument } from './read-document.ts'

/** A job names a draft with its version, because drafts change: `supplier@3`. */
const draftName = /^(.+)@(\d{1,9})$/

/** Reads as `read` does, but by a draft in children of our own: no gateway knows it. */
export function withDrafts(
  read: ReadDocument,
  { db, extract }: { db: Db; extract: Sandbox['extract'] },
): ReadDocument {
  return async (task, run) => {
    const [, name, version] = draftName.exec(task.mapping) ?? []
    if (name === undefined) return read(task, run)
    const [draft] = await findDraft(db, name, Number(version))
    if (!draft) return read({ ...task, mapping: name }, run)
    const mapping_file = await draftFile(task.folder, draft)
    return extract({ ...task, mapping: name, mapping_file }, run)
  }
}
