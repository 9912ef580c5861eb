import { z } from 'zod'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import { parseJson } from '../domain/values/json.ts'

interface Listed {
  invoice_count: number
  name: string
}

/**
 * Position in the list, which stays valid if numbers are saved or documents are read before the next page is loaded.
 */
const Position = z.tuple([z.int(), z.string()])

/** Returns the companies after the cursor. */
export function paginateCompanies<Company extends Listed>(
  companies: readonly Company[],
  limit: number,
  cursor: string | undefined,
): { companies: Company[]; next_cursor: string | null } {
  const last = cursor === undefined ? undefined : parsePosition(cursor)
  const rest = companies.filter((one) => !last || compareCompanies(one, last) > 0)
  const page = rest.slice(0, limit)
  const end = rest.length > limit ? page.at(-1) : undefined
  const position = end && JSON.stringify([end.invoice_count, end.name])
  return {
    companies: page,
    next_cursor: position === undefined ? null : Buffer.from(position).toString('base64url'),
  }
}

function parsePosition(cursor: string): Listed {
  const decoded = Buffer.from(cursor, 'base64url').toString()
  const parsed = Position.safeParse(parseJson(decoded))
  if (!parsed.success) throw new AppError('INVALID_REQUEST', createDetail('cursor_invalid', {}))
  const [invoice_count, name] = parsed.data
  return { invoice_count, name }
}

/** Sorts companies with the most invoices first, then by name. */
export function compareCompanies(one: Listed, other: Listed): number {
  const fewer = other.invoice_count - one.invoice_count
  return fewer || (one.name < other.name ? -1 : Number(one.name > other.name))
}
