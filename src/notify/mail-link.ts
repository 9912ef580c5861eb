import type { Db } from '../db/db.ts'
import { type BatchLinkRow, listBatchLinks, upsertBatchLink } from '../db/identity/links.sql.ts'
import type { MeetLinkOptions } from '../domain/results/share.ts'
import { createLinkCode } from '../identity/links.ts'

/** Hours for which the link in an email works; the email mentions this period. */
const linkHours = 30 * 24

/**
 * Creates the link in a batch's emails, or extends it. Without options, keeps those that the owner has chosen before the
 * email is sent.
 */
export async function saveMailLink(
  db: Db,
  { batch_id, options }: { batch_id: string; options?: MeetLinkOptions },
): Promise<BatchLinkRow> {
  const known = options ? undefined : (await listBatchLinks(db, batch_id)).find(isMailLink)
  const [link] = await upsertBatchLink(db, {
    batch_id,
    code: createLinkCode(),
    purpose: 'mail',
    options: options ?? known?.options ?? {},
    hours: linkHours,
  })
  if (!link) throw new Error('Link insert returned no row')
  return link
}

function isMailLink({ purpose }: BatchLinkRow): boolean {
  return purpose === 'mail'
}
