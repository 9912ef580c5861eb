import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../db/db.ts'
import { type DraftRow, findDraft, listDrafts } from '../db/review/drafts.sql.ts'
import { automatic, type Mapping } from '../domain/mapping/mapping.ts'
import { parseMapping } from '../extraction/mapping/load.ts'

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

/** Mappings are known by the names of their files. */
export async function draftFile(
  folder: string,
  { name, yaml }: Pick<DraftRow, 'name' | 'yaml'>,
): Promise<string> {
  const file = path.join(folder, `${name}.yaml`)
  await writeFile(file, yaml)
  return file
}
