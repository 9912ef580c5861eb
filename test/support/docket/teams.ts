import { expect } from 'vitest'
import type { Role } from '../../../src/domain/values/permissions.ts'
import type { TestDocket } from './docket.ts'
import type { Visitor } from './visitor.ts'
import { visitor } from './visitor.ts'
import { createAuthHeaders } from './tokens.ts'
import { capitalise } from '../../../src/domain/messages/capitalise.ts'

export const sendJson = (method: string, body: object = {}): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Creates a user with a bearer token. The display name is the capitalised user name. */
export async function userForTest(
  { url }: Pick<TestDocket, 'url'>,
  user: string,
): Promise<Visitor> {
  return visitor(url, await createAuthHeaders(user, { name: capitalise(user) }))
}

export async function createTeamForTest(owner: Visitor, name = 'Kantor Ada'): Promise<void> {
  expect((await owner.ask('/api/team', sendJson('POST', { name }))).status).toBe(201)
}

export async function createInvitation(owner: Visitor, role: Role = 'member'): Promise<string> {
  const response = await owner.ask('/api/team/invitations', sendJson('POST', { role }))
  expect(response.status).toBe(201)
  return ((await response.json()) as { code: string }).code
}

export async function join(owner: Visitor, user: Visitor, role: Role = 'member'): Promise<void> {
  const code = await createInvitation(owner, role)
  const response = await user.ask(`/api/invitations/${code}/accept`, sendJson('POST'))
  expect(response.status).toBe(200)
}
