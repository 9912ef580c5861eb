import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../db/db.ts'
import { type DraftRow, findDraft, listDrafts } from '../db/drafts.sql.ts'
import { automatic, type Mapping } from '../domain/mapping/mapping.ts'
import { parseMapping } from '../extraction/mapping/load.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import type { ReadDocument } from '../reading/read-document.ts'

/** What a job says that is read by a draft: which, and which version of it, for drafts change. */
const draftName = /^(.+)@(\d{1,9})$/

/** The mapping as a job names it: a draft by its version, so that a changed one reads the same document anew. */
export async function namedMapping(
  { db, mappings }: { db: Db; mappings: ReadonlyMap<string, Mapping> },
  name: string,
): Promise<{ known: ReadonlyMap<string, Mapping>; stored: (name: string) => string }> {
  const [draft] =
    name === automatic.name || mappings.has(name) ? [] : await findDraft(db, name, null)
  const mapping = draft && mappingIn(draft)
  if (!mapping) return { known: mappings, stored: (it) => it }
  const known = new Map([...mappings, [mapping.name, mapping]])
  return { known, stored: (it) => (it === draft.name ? `${it}@${draft.version}` : it) }
}

/** The drafts that can be asked for. */
export async function draftMappings(db: Db): Promise<Mapping[]> {
  const drafts = await listDrafts(db)
  return drafts.flatMap((draft) => mappingIn(draft) ?? [])
}

/** One that was saved by an older Docket may no longer be right: then there is no such mapping. */
function mappingIn({ name, yaml }: DraftRow): Mapping | undefined {
  try {
    return parseMapping(yaml, `${name}.yaml`)
  } catch {
    return undefined
  }
}

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

/** Mappings are known by the names of their files. */
export async function draftFile(
  folder: string,
  { name, yaml }: Pick<DraftRow, 'name' | 'yaml'>,
): Promise<string> {
  const file = path.join(folder, `${name}.yaml`)
  await writeFile(file, yaml)
  return file
}
