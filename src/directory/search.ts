import { z } from 'zod'
import { AppError } from '../domain/errors/app-error.ts'
import { parseJson } from '../domain/values/json.ts'
import { toSearchText } from '../domain/values/search-text.ts'
import type { TableKind } from '../extraction/directory/merge-tables.ts'
import { type DirectoryDeps, type ListedEntry, listEntries } from './entries.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface EntryQuery {
  q?: string | undefined
  cursor?: string | undefined
  limit: number
}

export interface EntryPage<K extends TableKind> {
  entries: ListedEntry<K>[]
  next_cursor: string | null
}

/** Sort key, also used as the cursor. */
const Rank = z.tuple([z.number(), z.string(), z.string()])
type Rank = z.infer<typeof Rank>

/** Finds entries that contain every word of the query. Prefix matches come first. */
export async function searchEntries<K extends TableKind>(
  { directories, tables }: Pick<DirectoryDeps, 'directories' | 'tables'>,
  ownerId: string,
  kind: K,
  { q = '', cursor, limit }: EntryQuery,
): Promise<EntryPage<K>> {
  const query = toSearchText(q)
  const words = query.split(' ')
  const after = cursor === undefined ? undefined : decode(cursor)
  const found = listEntries(kind, tables, await directories.get(ownerId))
    .map((item) => ({ one: item, text: searchableText(item.entry) }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ one: item, text }) => ({ one: item, rank: toRank(item, text, query) }))
    .filter(({ rank }) => after === undefined || compare(rank, after) > 0)
    .toSorted((a, b) => compare(a.rank, b.rank))
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return {
    entries: page.map(({ one: item }) => item),
    next_cursor: last ? encode(last.rank) : null,
  }
}

const textCache = new WeakMap<object, string>()

/** Returns the text by which an entry is found, starting with its name or code. Cached per entry. */
function searchableText(entry: object): string {
  const text = textCache.get(entry) ?? toSearchText(collectStrings(entry).join(' '))
  textCache.set(entry, text)
  return text
}

function collectStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(collectStrings) : []
}

function toRank({ id, entry }: ListedEntry<TableKind>, text: string, query: string): Rank {
  const title = toSearchText('name' in entry && !('code' in entry) ? entry.name : entry.code)
  return [text.startsWith(query) || title.startsWith(query) ? 0 : 1, title, id]
}

function compare(a: Rank, b: Rank): number {
  for (const [index, mine] of a.entries()) {
    const other = b[index] ?? ''
    if (mine !== other) return mine < other ? -1 : 1
  }
  return 0
}

function encode(rank: Rank): string {
  return Buffer.from(JSON.stringify(rank)).toString('base64url')
}

function decode(cursor: string): Rank {
  const parsed = Rank.safeParse(parseJson(Buffer.from(cursor, 'base64url').toString()))
  if (parsed.success) return parsed.data
  throw new AppError('INVALID_REQUEST', createDetail('cursor_invalid', {}))
}
