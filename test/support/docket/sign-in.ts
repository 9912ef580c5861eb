import { expect } from 'vitest'
import { createKey } from '../../../src/identity/api-keys.ts'
import type { TestDocket } from './docket.ts'
import type { Visitor } from './visitor.ts'
import { signInAtProvider } from '../servers/oidc-provider.ts'
import { sendJson } from './teams.ts'

export const newKey = (docket: Pick<TestDocket, 'db'>, change: object = {}): Promise<string> =>
  createKey(docket.db, {
    name: 'Ada at work',
    user: null,
    scopes: ['read', 'write'],
    tier: 'standard',
    days: null,
    ...change,
  })

export const signInWithKey = (browser: Visitor, key: string): Promise<Response> =>
  browser.ask('/api/sign-in/key', sendJson('POST', { key }))

export const signOut = (browser: Visitor): Promise<Response> =>
  browser.ask('/api/sign-out', sendJson('POST'))

export async function readCurrentUser(browser: Visitor): Promise<Record<string, unknown>> {
  return (await (await browser.ask('/api/me')).json()) as Record<string, unknown>
}

export async function listJobIds(browser: Visitor): Promise<string[]> {
  const page = (await (await browser.ask('/api/jobs')).json()) as { jobs: { id: string }[] }
  return page.jobs.map((job) => job.id)
}

export const manual = { redirect: 'manual' } as const
export const getLocation = (response: Response): string => response.headers.get('location') ?? ''

/** Signs in at the provider and returns the path to which Docket redirects afterwards. */
export async function signInWithProvider(
  browser: Visitor,
  user: string,
  next = '/queue',
): Promise<string> {
  const search = new URLSearchParams({ next }).toString()
  const begun = await browser.ask(`/api/sign-in/oidc?${search}`, manual)
  expect(begun.status).toBe(303)
  const callback = await signInAtProvider(getLocation(begun), user)
  const response = await browser.ask(callback.pathname + callback.search, manual)
  expect(response.status).toBe(303)
  return getLocation(response)
}
