import { z } from 'zod'
import { AppError } from '../domain/errors/errors.ts'
import { Timestamp } from '../domain/values/timestamp.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

/**
 * Keyset cursor: the last row of a page, newest first. Years before 1970 are rejected, since Postgres has no
 * year 0.
 */
const Cursor = z.object({
  created_at: Timestamp.refine((text) => Date.parse(text) > 0),
  id: z.uuid(),
})
type Cursor = z.infer<typeof Cursor>

export function encodeCursor({ created_at, id }: Cursor): string {
  return Buffer.from(`${created_at} ${id}`).toString('base64url')
}

export function decodeCursor(cursor: string): Cursor {
  const [created_at, id] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const parsed = Cursor.safeParse({ created_at, id })
  if (parsed.success) return parsed.data
  throw new AppError('INVALID_REQUEST', createDetail('cursor_invalid', {}))
}
