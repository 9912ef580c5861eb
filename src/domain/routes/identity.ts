import { z } from 'zod'
import { Identity } from '../identity.ts'
import { Timestamp } from '../job.ts'
import type { Route } from './route.ts'

export const identityRoutes = {
  whoAmI: {
    method: 'GET',
    path: '/api/me',
    tag: 'Identity',
    summary: 'Who I am here, and what I may do',
    success: { status: 200, body: Identity.omit({ owner_id: true }) },
  },
  claimSession: {
    method: 'POST',
    path: '/api/session/claim',
    tag: 'Identity',
    summary: 'Take over the jobs of this browser after signing in',
    description:
      'Send the token and the cookie. An upload that is still under way is not among them: ask again after it.',
    success: { status: 200, body: z.object({ claimed: z.int() }) },
  },
  endSession: {
    method: 'DELETE',
    path: '/api/session',
    tag: 'Identity',
    summary: 'End the session of this browser, for good',
    success: { status: 204, body: 'nothing' },
  },
  createTicket: {
    method: 'POST',
    path: '/api/stream-tickets',
    access: 'read',
    tag: 'Identity',
    summary: 'A ticket with which a browser opens one stream',
    description: 'Pass it as `ticket` in the query, once and within half a minute.',
    success: { status: 201, body: z.object({ ticket: z.string(), expires_at: Timestamp }) },
  },
} as const satisfies Record<string, Route>
