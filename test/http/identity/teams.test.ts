import { describe, expect, it } from 'vitest'
import type { Member, Team } from '../../../src/domain/api/routes/teams.ts'
import {
  changeRole as changeMemberRole,
  closeTeam,
  removeMember,
} from '../../../src/identity/teams.ts'
import { openWorkspace } from '../../../src/identity/workspaces.ts'
import { samplePdf, textPdfBytes } from '../../fixtures/pdfs.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { readError, readJob, type Visitor, visitor } from '../../support/docket/visitor.ts'
import { listJobIds } from '../../support/docket/sign-in.ts'
import {
  createInvitation,
  createTeamForTest,
  join,
  sendJson,
  userForTest,
} from '../../support/docket/teams.ts'
import { bearer, jwtSecret } from '../../support/docket/tokens.ts'

async function stage() {
  const docket = await docketForTest({
    tokens: { secret: jwtSecret },
    streams: { heartbeatMs: 50 },
  })
  const [ada, bob, vera, eve] = await Promise.all(
    ['ada', 'bob', 'vera', 'eve'].map((user) => userForTest(docket, user)),
  )
  return { docket, ada, bob, vera, eve } as Record<'ada' | 'bob' | 'vera' | 'eve', Visitor> & {
    docket: typeof docket
  }
}

async function readTeam(user: Visitor): Promise<Team | null> {
  return ((await (await user.ask('/api/team')).json()) as { team: Team | null }).team
}

async function readMembers(user: Visitor): Promise<Member[]> {
  return (await readTeam(user))?.members ?? []
}

const roles = (members: Member[]) => members.map(({ name, role }) => `${name} ${role}`)

const idOf = (user: string) => encodeURIComponent(`user:${user}`)
const accept = (user: Visitor, code: string) =>
  user.ask(`/api/invitations/${code}/accept`, sendJson('POST'))
const remove = (user: Visitor, member: string) =>
  user.ask(`/api/team/members/${idOf(member)}`, { method: 'DELETE' })
const changeRole = (user: Visitor, member: string, role: string) =>
  user.ask(`/api/team/members/${idOf(member)}`, sendJson('PATCH', { role }))

describe('a team', () => {
  it('shares documents, directory, exports and webhooks, and nothing with others', async () => {
    const { ada, bob, eve } = await stage()
    const { id } = await readJob(await ada.upload(await textPdfBytes()))
    expect(await readTeam(ada)).toBeNull()
    await createTeamForTest(ada)
    await join(ada, bob)
    expect(roles(await readMembers(bob))).toEqual(['Ada owner', 'Bob member'])
    expect(await listJobIds(bob)).toEqual([id])
    const party = { name: 'PT Maju', tin: '0123456782012000' }
    expect((await bob.ask('/api/parties', sendJson('POST', party))).status).toBe(201)
    const webhook = { url: 'https://example.com/hook' }
    expect((await bob.ask('/api/webhooks', sendJson('POST', webhook))).status).toBe(201)
    expect(await (await ada.ask('/api/parties?q=maju')).text()).toContain('PT Maju')
    expect(await (await ada.ask('/api/webhooks')).text()).toContain('https://example.com/hook')
    const { id: bobs } = await readJob(await bob.upload(await textPdfBytes('from Bob')))
    expect(await listJobIds(ada)).toEqual([bobs, id])
    expect(await listJobIds(eve)).toEqual([])
    expect((await eve.ask(`/api/jobs/${id}`)).status).toBe(403)
    expect(await readTeam(eve)).toBeNull()
  })

  it('is created only on request', async () => {
    const { docket, ada } = await stage()
    await ada.upload(await textPdfBytes())
    expect(await docket.db.query('select 1 from teams')).toEqual([])
    expect(await docket.db.query('select 1 from users')).toEqual([])
    expect(await (await ada.ask('/api/me')).json()).toMatchObject({ role: 'owner', name: 'Ada' })
  })

  it('is limited to one per workspace and can be renamed', async () => {
    const { ada } = await stage()
    await createTeamForTest(ada)
    const again = await readError(await ada.ask('/api/team', sendJson('POST', { name: 'x' })))
    expect(again.slice(0, 2)).toEqual([409, 'TEAM_CONFLICT'])
    const renamed = await ada.ask('/api/team', sendJson('PATCH', { name: 'Kantor Baru' }))
    expect(await renamed.json()).toMatchObject({ name: 'Kantor Baru' })
    expect((await ada.ask('/api/team', sendJson('PATCH', { name: ' ' }))).status).toBe(400)
  })

  it('cannot be created by an API key or an anonymous browser', async () => {
    const { docket, ada } = await stage()
    const made = await ada.ask('/api/keys', sendJson('POST', { name: 'script' }))
    const { key } = (await made.json()) as { key: string }
    for (const caller of [visitor(docket.url), visitor(docket.url, bearer(key))]) {
      const response = await caller.ask('/api/team', sendJson('POST', { name: 'x' }))
      expect((await readError(response)).slice(0, 2)).toEqual([403, 'USERS_ONLY'])
    }
  })

  it("gives a member's API keys access to its documents within the member's role", async () => {
    const { docket, ada, bob } = await stage()
    const made = await bob.ask('/api/keys', sendJson('POST', { name: 'script' }))
    const { key } = (await made.json()) as { key: string }
    const script = visitor(docket.url, bearer(key))
    const { id } = await readJob(await ada.upload(await textPdfBytes()))
    await createTeamForTest(ada)
    await join(ada, bob)
    expect(await listJobIds(script)).toEqual([id])
    const { keys } = (await (await ada.ask('/api/keys')).json()) as { keys: unknown[] }
    expect(keys).toEqual([])
    await changeRole(ada, 'bob', 'viewer')
    expect((await script.upload(await textPdfBytes())).status).toBe(403)
    await remove(ada, 'bob')
    expect(await listJobIds(script)).toEqual([])
  })
})

describe('an invitation', () => {
  it('shows the inviter, team and role without signing in', async () => {
    const { docket, ada } = await stage()
    await createTeamForTest(ada)
    const code = await createInvitation(ada, 'viewer')
    const response = await visitor(docket.url).ask(`/api/invitations/${code}`)
    expect(await response.json()).toMatchObject({
      team: 'Kantor Ada',
      role: 'viewer',
      invited_by: 'Ada',
    })
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(response.headers.get('x-robots-tag')).toBe('noindex')
  })

  it('works once, even if two people use it at the same time', async () => {
    const { ada, bob, vera } = await stage()
    await createTeamForTest(ada)
    const code = await createInvitation(ada)
    const responses = await Promise.all([accept(bob, code), accept(vera, code)])
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 404]))
    expect(await readMembers(ada)).toHaveLength(2)
  })

  it('expires, can be revoked, and is stored as a hash', async () => {
    const { docket, ada, bob } = await stage()
    await createTeamForTest(ada)
    const old = await createInvitation(ada)
    await docket.db.query(`update invitations set expires_at = now()`)
    expect((await accept(bob, old)).status).toBe(404)
    const code = await createInvitation(ada)
    const [row] = await docket.db.query<{ text: string }>(
      `select string_agg(invitations::text, '') as text from invitations`,
    )
    expect(row?.text).not.toContain(code)
    const { links } = (await (await ada.ask('/api/links')).json()) as {
      links: { id: string; purpose: string; path: string | null; role: string }[]
    }
    expect(links).toMatchObject([{ purpose: 'invitation', path: null, role: 'member' }])
    const id = links[0]?.id ?? ''
    expect((await ada.ask(`/api/links/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await accept(bob, code)).status).toBe(404)
    expect((await bob.ask(`/api/invitations/${code}`)).status).toBe(404)
  })

  it.each(['0123456789abcdef', 'x', '%00', '..%2F..%2Fetc'])(
    'is not found for %s',
    async (code) => {
      const { docket } = await stage()
      const [status] = await readError(await visitor(docket.url).ask(`/api/invitations/${code}`))
      expect([400, 404]).toContain(status)
    },
  )

  it('opens nothing else', async () => {
    const { docket, ada } = await stage()
    await createTeamForTest(ada)
    const code = await createInvitation(ada)
    const stranger = visitor(docket.url)
    expect((await stranger.ask(`/api/result/${code}`)).status).toBe(404)
    expect((await stranger.ask(`/api/result/${code}/batch`)).status).toBe(404)
    expect((await visitor(docket.url, bearer(code)).ask('/api/jobs')).status).toBe(401)
  })

  it('cannot be accepted by team members or anonymous browsers', async () => {
    const { docket, ada, bob } = await stage()
    await createTeamForTest(ada)
    await createTeamForTest(bob, 'Kantor Bob')
    const code = await createInvitation(ada)
    expect((await readError(await accept(bob, code))).slice(0, 2)).toEqual([409, 'TEAM_CONFLICT'])
    expect((await readError(await accept(ada, code))).slice(0, 2)).toEqual([409, 'TEAM_CONFLICT'])
    const anonymous = await accept(visitor(docket.url), code)
    expect((await readError(anonymous)).slice(0, 2)).toEqual([403, 'USERS_ONLY'])
    expect((await visitor(docket.url).ask(`/api/invitations/${code}`)).status).toBe(200)
  })

  it('can be created only by owners', async () => {
    const { ada, bob, vera } = await stage()
    await createTeamForTest(ada)
    await join(ada, bob)
    await join(ada, vera, 'viewer')
    const invite = (user: Visitor) =>
      user.ask('/api/team/invitations', sendJson('POST', { role: 'owner' }))
    expect((await readError(await invite(bob))).slice(0, 2)).toEqual([403, 'OWNER_ONLY'])
    expect((await readError(await invite(vera))).slice(0, 2)).toEqual([403, 'MISSING_SCOPE'])
  })
})

describe('a viewer', () => {
  it('can read everything, and sees why changes are rejected', async () => {
    const { ada, vera } = await stage()
    const { id } = await readJob(await ada.upload(await textPdfBytes()))
    await createTeamForTest(ada)
    await join(ada, vera, 'viewer')
    expect(await listJobIds(vera)).toEqual([id])
    expect(await (await vera.ask('/api/me')).json()).toMatchObject({
      role: 'viewer',
      scopes: ['read'],
    })
    const attempts = [
      vera.upload(await textPdfBytes('hers')),
      vera.ask(`/api/jobs/${id}/cancel`, { method: 'POST' }),
      vera.ask(`/api/jobs/${id}`, { method: 'DELETE' }),
      vera.ask('/api/parties', sendJson('POST', { name: 'x' })),
      vera.ask('/api/keys', sendJson('POST', { name: 'x' })),
    ]
    for (const attempt of attempts) {
      expect(await readError(await attempt)).toEqual([
        403,
        'MISSING_SCOPE',
        'You can view this team’s documents but not change them. Ask a team owner to change your role.',
      ])
    }
    await changeRole(ada, 'vera', 'member')
    expect((await vera.upload(await textPdfBytes('hers'))).status).toBe(202)
  })

  it('can leave', async () => {
    const { ada, vera } = await stage()
    await createTeamForTest(ada)
    await join(ada, vera, 'viewer')
    expect((await remove(vera, 'vera')).status).toBe(204)
    expect(await readTeam(vera)).toBeNull()
    expect((await vera.upload(await textPdfBytes())).status).toBe(202)
  })
})

describe('leaving a team', () => {
  it('returns a member to their earlier documents; team documents stay', async () => {
    const { ada, bob } = await stage()
    const { id: own } = await readJob(await bob.upload(await textPdfBytes('own')))
    await createTeamForTest(ada)
    await join(ada, bob)
    const { id: shared } = await readJob(await bob.upload(await textPdfBytes('shared')))
    expect(await listJobIds(bob)).toEqual([shared])
    expect((await remove(bob, 'bob')).status).toBe(204)
    expect(await listJobIds(bob)).toEqual([own])
    expect(await listJobIds(ada)).toEqual([shared])
  })

  it('leaves the founder’s documents with the team and gives the founder a new workspace', async () => {
    const { ada, bob, vera } = await stage()
    const { id } = await readJob(await ada.upload(await textPdfBytes()))
    await createTeamForTest(ada)
    await join(ada, bob, 'owner')
    expect((await remove(ada, 'ada')).status).toBe(204)
    expect(await listJobIds(ada)).toEqual([])
    expect(await listJobIds(bob)).toEqual([id])
    const { id: own } = await readJob(await ada.upload(await textPdfBytes('later')))
    // After leaving the second team, Ada is back in her new workspace, not in the first team.
    await createTeamForTest(vera, 'Kantor Vera')
    await join(vera, ada)
    await remove(ada, 'ada')
    expect(await listJobIds(ada)).toEqual([own])
    expect(await listJobIds(bob)).toEqual([id])
  })

  it('is impossible for the last owner, who cannot become a member either', async () => {
    const { ada, bob } = await stage()
    await createTeamForTest(ada)
    await join(ada, bob)
    for (const response of [await remove(ada, 'ada'), await changeRole(ada, 'ada', 'member')]) {
      const [status, code, sentence] = await readError(response)
      expect([status, code]).toEqual([409, 'TEAM_CONFLICT'])
      expect(sentence).toContain('A team needs an owner')
    }
    await changeRole(ada, 'bob', 'owner')
    const both = await Promise.all([remove(ada, 'ada'), remove(bob, 'bob')])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([204, 409]))
  })

  it('means closing it if there are no other members', async () => {
    const { ada, bob } = await stage()
    const { id } = await readJob(await ada.upload(await textPdfBytes()))
    await createTeamForTest(ada)
    await join(ada, bob)
    const close = () => ada.ask('/api/team', { method: 'DELETE' })
    expect((await close()).status).toBe(409)
    await remove(ada, 'bob')
    expect((await close()).status).toBe(204)
    expect(await readTeam(ada)).toBeNull()
    expect(await listJobIds(ada)).toEqual([id])
  })
})

describe('removing a member', () => {
  it('is possible only for owners of the same team', async () => {
    const { ada, bob, vera, eve } = await stage()
    await createTeamForTest(ada)
    await join(ada, bob)
    await join(ada, vera, 'viewer')
    expect((await readError(await remove(bob, 'vera'))).slice(0, 2)).toEqual([403, 'OWNER_ONLY'])
    expect((await readError(await changeRole(bob, 'bob', 'owner'))).slice(0, 2)).toEqual([
      403,
      'OWNER_ONLY',
    ])
    await createTeamForTest(eve, 'Kantor Eve')
    expect((await remove(eve, 'bob')).status).toBe(404)
    expect((await changeRole(eve, 'bob', 'viewer')).status).toBe(404)
    expect((await remove(ada, 'nobody')).status).toBe(404)
  })

  it('is impossible for an owner who lost the role while the request was waiting', async () => {
    const { ada, bob, vera, docket } = await stage()
    const { db } = docket
    await createTeamForTest(ada)
    await join(ada, bob)
    await join(ada, vera, 'viewer')
    await changeRole(ada, 'bob', 'owner')
    const identified = await openWorkspace(db, {
      kind: 'user',
      owner_id: 'user:bob',
      tier: 'standard',
      scopes: ['read', 'write'],
    })
    await changeRole(ada, 'bob', 'member')
    const late = [
      () => removeMember(db, identified, 'user:vera'),
      () => changeMemberRole(db, identified, { id: 'user:bob', role: 'owner' }),
      () => closeTeam(db, identified),
    ]
    for (const attempt of late) {
      await expect(attempt()).rejects.toMatchObject({ code: 'OWNER_ONLY' })
    }
    expect(await readMembers(ada)).toHaveLength(3)
  })

  it('ends their streams, tickets and access immediately', async () => {
    const { ada, bob, docket } = await stage()
    const { id } = await readJob(await ada.upload(await textPdfBytes()))
    await createTeamForTest(ada)
    await join(ada, bob)
    const issued = await bob.ask('/api/stream-tickets', { method: 'POST' })
    const { ticket } = (await issued.json()) as { ticket: string }
    const response = await bob.ask('/api/stream')
    await remove(ada, 'bob')
    // Resolves only if the server ends the stream.
    await response.text()
    expect((await bob.ask(`/api/jobs/${id}`)).status).toBe(403)
    expect((await visitor(docket.url).ask(`/api/stream?ticket=${ticket}`)).status).toBe(401)
  })
})

describe('two members who correct the same document', () => {
  it('get a conflict instead of overwriting each other', async () => {
    const { docket, ada, bob } = await stage()
    const { id } = await readJob(await ada.upload(new Uint8Array(await samplePdf())))
    await createTeamForTest(ada)
    await join(ada, bob)
    docket.startWorking()
    await expect.poll(async () => (await ada.job(id)).status).toBe('complete')
    const correct = (user: Visitor, value: string) =>
      user.ask(`/api/jobs/${id}/reading`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'if-match': '"1"' },
        body: JSON.stringify({ changes: [{ path: 'buyer.name', value }] }),
      })
    expect((await correct(ada, 'PT Ada')).status).toBe(200)
    expect((await readError(await correct(bob, 'PT Bob'))).slice(0, 2)).toEqual([
      412,
      'CHANGED_MEANWHILE',
    ])
    const reading = await (await bob.ask(`/api/jobs/${id}/reading`)).json()
    expect(reading).toMatchObject({
      reading: { buyer: { name: 'PT Ada' } },
      changes: [{ changed_by: 'Ada', new: 'PT Ada' }],
    })
  })
})
