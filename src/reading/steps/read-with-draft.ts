import type { Db } from '../../db/db.ts'
import { findDraft } from '../../db/review/drafts.sql.ts'
import type { Sandbox } from '../../extraction/sandbox/sandbox.ts'
import { writeDraftFile } from '../../intake/mapping-drafts.ts'
import type { ReadStep } from './read-document.ts'

/** Reference to a draft with its version, because drafts change: `supplier@3`. */
const draftName = /^(.+)@(\d{1,9})$/

interface DraftDeps {
  db: Db
  extract: Sandbox['extract']
}

/** Reads documents with a draft mapping in a local child process, because gateways have no drafts. */
export function readWithDraft({ db, extract }: DraftDeps): ReadStep {
  return (next) => async (task, run) => {
    const [, name, version] = draftName.exec(task.mapping) ?? []
    if (name === undefined) return next(task, run)
    const [draft] = await findDraft(db, name, Number(version))
    if (!draft) return next({ ...task, mapping: name }, run)
    const mapping_file = await writeDraftFile(task.folder, draft)
    return extract({ ...task, mapping: name, mapping_file }, run)
  }
}
