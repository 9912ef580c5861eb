import { removeAccents } from './swimmer-names.ts'

/** Returns a session ID that is unique within a batch: `sunday-am-2026-05-03`. */
export function toSessionId({
  session,
  session_date,
}: {
  session: string | null
  session_date: string | null
}): string {
  const words = removeAccents(`${session ?? ''} ${session_date ?? ''}`.toLowerCase())
  return words.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') || 'session'
}
