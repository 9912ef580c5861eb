import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Db } from '../db/db.ts'
import { type DraftRow, findDraft, listDrafts } from '../db/review/drafts.sql.ts'
import { autoMapping, type Mapping } from '../domain/mapping/mapping.ts'
import { parseMapping } from '../extraction/mapping/load.ts'

/**
 * Resolves the name of a mapping. A draft's name is stored with its version, so that a document is read again after the
 * draft changes.
 */
export async function resolveMapping(
  { db, mappings }: { db: Db; mappings: ReadonlyMap<string, Mapping> },
  name: string,
): Promise<{ known: ReadonlyMap<string, Mapping>; storedName: (name: string) => string }> {
  const [draft] =
    name === autoMapping.name || mappings.has(name) ? [] : await findDraft(db, name, null)
  const mapping = draft && parseDraft(draft)
  if (!mapping) return { known: mappings, storedName: (it) => it }
  const known = new Map([...mappings, [mapping.name, mapping]])
  return { known, storedName: (it) => (it === draft.name ? `${it}@${draft.version}` : it) }
}

export async function listDraftMappings(db: Db): Promise<Mapping[]> {
  const drafts = await listDrafts(db)
  return drafts.flatMap((draft) => parseDraft(draft) ?? [])
}

/** Parses a draft. Returns undefined if it is invalid, for example because an older version saved it. */
function parseDraft({ name, yaml }: DraftRow): Mapping | undefined {
  try {
    return parseMapping(yaml, `${name}.yaml`)
  } catch {
    return undefined
  }
}

/** Writes a draft to a file named after its mapping, as the parser requires. */
export async function writeDraftFile(
  folder: string,
  { name, yaml }: Pick<DraftRow, 'name' | 'yaml'>,
): Promise<string> {
  const file = path.join(folder, `${name}.yaml`)
  await writeFile(file, yaml)
  return file
}
