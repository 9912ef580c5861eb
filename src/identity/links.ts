/**
 * All links in shares, calendars, emails and invitations follow the same rule: a random code opens one resource,
 * expires, can be revoked, and never starts a session. Anyone who has the link can use it. Unknown, revoked and expired
 * codes get the same response. Webhooks contain IDs instead of links. Unsubscribe links are signed instead of stored,
 * because they must work for as long as the email exists; they grant no access.
 */

import { randomBytes } from 'node:crypto'
import type { Db } from '../db/db.ts'
import { findTeamInvitation } from '../db/identity/invitations.sql.ts'
import {
  deleteOwnedLink,
  findLink,
  listOwnedLinks,
  type LinkTarget,
  type OwnedLinkRow,
} from '../db/identity/links.sql.ts'
import type { Identity } from '../domain/api/identity.ts'
import { routes } from '../domain/api/routes/routes.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { LinkPurpose, OwnedLink } from '../domain/results/share.ts'

/** Creates a code of 96 random bits: short enough to share, too long to guess. */
export function createLinkCode(): string {
  return randomBytes(12).toString('base64url')
}

export const linkCodePattern = /^[\w-]{16}$/

/** Purposes of links that open a page. A calendar link opens only its calendar. */
const pagePurposes: readonly LinkPurpose[] = ['page', 'mail']

/** Returns the link that a code opens, without authentication. */
export async function resolveLink(
  db: Db,
  code: string,
  purposes: readonly LinkPurpose[] = pagePurposes,
): Promise<LinkTarget> {
  const [found] = linkCodePattern.test(code) ? await findLink(db, code) : []
  if (found && purposes.includes(found.purpose)) return found
  throw linkNotFound()
}

export function linkNotFound(): AppError {
  return new AppError('NOT_FOUND', createDetail('share_not_found', {}))
}

/** Returns the path of the page or calendar that a link opens. */
export function toLinkPath(purpose: LinkPurpose, code: string, jobId: string | null): string {
  if (purpose === 'calendar') return routes.sharedCalendar.path.replace(':code', code)
  return jobId === null ? `/shared/${code}` : `/result/${code}`
}

export interface LinksFilter {
  owner_id: string
  after: { created_at: string; id: string } | null
  limit: number
}

export async function listLinks(db: Db, filter: LinksFilter): Promise<OwnedLink[]> {
  return (await listOwnedLinks(db, filter)).map(toOwnedLink)
}

/** Revokes a link of the workspace. Only team owners may revoke an invitation, because only they may create one. */
export async function revokeLink(db: Db, { owner_id, role }: Identity, id: string): Promise<void> {
  if (role !== 'owner') {
    const [invitation] = await findTeamInvitation(db, owner_id, id)
    if (invitation) throw new AppError('OWNER_ONLY')
  }
  const [revoked] = await deleteOwnedLink(db, owner_id, id)
  if (!revoked) throw linkNotFound()
}

function toOwnedLink({ code, ...row }: OwnedLinkRow): OwnedLink {
  const { purpose, job_id } = row
  const isInvitation = purpose === 'invitation' || code === null
  return { ...row, path: isInvitation ? null : toLinkPath(purpose, code, job_id) }
}
