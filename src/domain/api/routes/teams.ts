import { z } from 'zod'
import { OwnedLink } from '../../results/share.ts'
import { Role } from '../../values/permissions.ts'
import { Timestamp } from '../../values/timestamp.ts'
import { idParams, noContent, type Route, toPage } from '../route.ts'

export const Member = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string().nullable(),
    role: Role,
    joined_at: Timestamp,
    is_you: z.boolean(),
  })
  .meta({ id: 'Member' })
export type Member = z.infer<typeof Member>

export const Team = z
  .object({ name: z.string(), members: z.array(Member).describe('In the order they joined.') })
  .meta({ id: 'Team' })
export type Team = z.infer<typeof Team>

/** An invitation, as shown to anyone who has the link. */
export const Invitation = z
  .object({
    team: z.string(),
    role: Role,
    invited_by: z.string(),
    expires_at: Timestamp,
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.infer<typeof Invitation>

const LinksPage = z.object({ links: z.array(OwnedLink), next_cursor: z.string().nullable() })

const teamName = z.strictObject({ name: z.string().trim().min(1).max(100) })
const memberId = z.object({ id: z.string().max(300) })
const invitationCode = z.object({ code: z.string() })

export const teamRoutes = {
  getTeam: {
    method: 'GET',
    path: '/api/team',
    tag: 'Teams',
    summary: 'Get your team and its members',
    success: {
      status: 200,
      body: z.object({ team: Team.nullable().describe('Null if you work alone.') }),
    },
  },
  createTeam: {
    method: 'POST',
    path: '/api/team',
    tag: 'Teams',
    summary: 'Turn your workspace into a team',
    description:
      'You become its owner. Members share your documents, directory, layouts, exports and webhooks. API keys stay personal.',
    body: teamName,
    success: { status: 201, body: Team },
  },
  renameTeam: {
    method: 'PATCH',
    path: '/api/team',
    tag: 'Teams',
    summary: 'Rename the team',
    description: 'For owners.',
    body: teamName,
    success: { status: 200, body: Team },
  },
  closeTeam: {
    method: 'DELETE',
    path: '/api/team',
    tag: 'Teams',
    summary: 'Close a team that has no other members',
    description: 'Its documents stay with you. Invitations are revoked.',
    success: noContent,
  },
  changeRole: {
    method: 'PATCH',
    path: '/api/team/members/:id',
    tag: 'Teams',
    summary: 'Change a member’s role',
    description: 'For owners. A team always has an owner.',
    params: memberId,
    body: z.strictObject({ role: Role }),
    success: { status: 200, body: Team },
  },
  removeMember: {
    method: 'DELETE',
    path: '/api/team/members/:id',
    access: 'read',
    tag: 'Teams',
    summary: 'Remove a member, or leave the team',
    description:
      'Owners remove anyone; everyone may leave, except the last owner. It ends the member’s sign-ins and streams. Documents stay with the team.',
    params: memberId,
    success: noContent,
  },
  invite: {
    method: 'POST',
    path: '/api/team/invitations',
    tag: 'Teams',
    summary: 'Create an invitation link',
    description: 'For owners. The link works once, and is shown only now.',
    body: z.strictObject({
      role: Role.default('member'),
      expires_in_hours: z.int().min(1).max(720).default(168),
    }),
    success: {
      status: 201,
      body: z.object({ code: z.string(), path: z.string(), role: Role, expires_at: Timestamp }),
    },
  },
  viewInvitation: {
    method: 'GET',
    path: '/api/invitations/:code',
    access: 'public',
    tag: 'Teams',
    summary: 'View an invitation',
    params: invitationCode,
    success: { status: 200, body: Invitation },
  },
  acceptInvitation: {
    method: 'POST',
    path: '/api/invitations/:code/accept',
    access: 'read',
    tag: 'Teams',
    summary: 'Join the team that invited you',
    description: 'Documents that you uploaded before stay in your own workspace until you leave.',
    params: invitationCode,
    success: { status: 200, body: Team },
  },
  listLinks: {
    method: 'GET',
    path: '/api/links',
    tag: 'Share links',
    summary: 'List all your links, newest first',
    description: 'Shared results and batches, links in emails, calendars and invitations.',
    query: z.object(toPage),
    success: { status: 200, body: LinksPage },
  },
  revokeLink: {
    method: 'DELETE',
    path: '/api/links/:id',
    tag: 'Share links',
    summary: 'Revoke a link',
    params: idParams,
    success: noContent,
  },
} as const satisfies Record<string, Route>
