import { z } from 'zod'
import { AppError } from '../domain/errors/app-error.ts'
import { Timestamp } from '../domain/values/timestamp.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/**
 * Keyset cursor: the last row of a page and, if the list is sorted, its sort key. Rejects NUL and years before 1970,
 * because Postgres cannot store NUL or the year 0.
 */
const Cursor = z.object({
  created_at: Timestamp.refine((text) => Date.parse(text) > 0),
  id: z.uuid(),
  sort_text: z
    .string()
    .refine((text) => !text.includes('\0') && text.isWellFormed())
    .nullable(),
})
type Cursor = z.infer<typeof Cursor>

export function encodeCursor({
  created_at,
  id,
  sort_text = null,
}: Omit<Cursor, 'sort_text'> & Partial<Cursor>): string {
  const parts = [created_at, id, ...(sort_text === null ? [] : [sort_text])]
  return Buffer.from(parts.join(' ')).toString('base64url')
}

export function decodeCursor(cursor: string): Cursor {
  const [created_at, id, ...rest] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const sort_text = rest.length === 0 ? null : rest.join(' ')
  const parsed = Cursor.safeParse({ created_at, id, sort_text })
  if (parsed.success) return parsed.data
  throw new AppError('INVALID_REQUEST', createDetail('cursor_invalid', {}))
}
