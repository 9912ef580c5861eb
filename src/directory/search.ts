import { z } from 'zod'
import { AppError } from '../domain/errors/errors.ts'
import { parseJson } from '../domain/values/json.ts'
import { searchText } from '../domain/values/search-text.ts'
import type { Kind } from '../extraction/directory/merge-tables.ts'
import { type Keeping, type Listed, listed } from './entries.ts'

export interface EntryQuery {
  q?: string | undefined
  cursor?: string | undefined
  limit: number
}

export interface EntryPage<K extends Kind> {
  entries: Listed<K>[]
  next_cursor: string | null
}

/** Where an entry stands in the order of an answer. */
const Rank = z.tuple([z.number(), z.string(), z.string()])
type Rank = z.infer<typeof Rank>

/** The entries that have all words of the question, those that begin with it first. */
export async function searchEntries<K extends Kind>(
  { directories, tables }: Pick<Keeping, 'directories' | 'tables'>,
  ownerId: string,
  kind: K,
  { q = '', cursor, limit }: EntryQuery,
): Promise<EntryPage<K>> {
  const asked = searchText(q)
  const words = asked.split(' ')
  const after = cursor === undefined ? undefined : decode(cursor)
  const found = listed(kind, tables, await directories.of(ownerId))
    .map((one) => ({ one, text: textOf(one.entry) }))
    .filter(({ text }) => words.every((word) => text.includes(word)))
    .map(({ one, text }) => ({ one, rank: rankOf(one, text, asked) }))
    .filter(({ rank }) => after === undefined || compare(rank, after) > 0)
    .toSorted((a, b) => compare(a.rank, b.rank))
  const page = found.slice(0, limit)
  const last = found.length > limit ? page.at(-1) : undefined
  return { entries: page.map(({ one }) => one), next_cursor: last ? encode(last.rank) : null }
}

const texts = new WeakMap<object, string>()

/** All that can be looked for in an entry, its name or code first. Made once for each. */
function textOf(entry: object): string {
  const known = texts.get(entry) ?? searchText(stringsIn(entry).join(' '))
  texts.set(entry, known)
  return known
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return value && typeof value === 'object' ? Object.values(value).flatMap(stringsIn) : []
}

function rankOf({ id, entry }: Listed<Kind>, text: string, asked: string): Rank {
  const title = searchText('name' in entry && !('code' in entry) ? entry.name : entry.code)
  return [text.startsWith(asked) || title.startsWith(asked) ? 0 : 1, title, id]
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
  throw new AppError('INVALID_REQUEST', 'This cursor is not one that a page before gave out.')
}
