import type { Page } from 'playwright-core'
import { afterAll } from 'vitest'
import { visitDocket } from './browser.ts'
import { startOidcProvider, type TestProvider } from '../servers/oidc-provider.ts'

/** Starts a Docket server that requires sign-in, and its OpenID Connect provider. */
export function visitDocketWithAccounts() {
  let provider: TestProvider | undefined
  const visited = visitDocket(async () => {
    provider = await startOidcProvider()
    const { issuer, clientId, clientSecret = '' } = provider.settings
    return {
      AUTH_MODE: 'token',
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: clientId,
      OIDC_CLIENT_SECRET: clientSecret,
    }
  })
  afterAll(() => provider?.close())
  return {
    visited,
    /** Opens a new visitor's window, not signed in. */
    open: (path: string) =>
      visited.open(path, { ...(provider && { otherOrigin: provider.issuer }) }),
    provider: () => provider,
  }
}

/** Completes a sign-in from the sign-in page. */
export async function signInAs(page: Page, user: string): Promise<void> {
  await page.getByRole('link', { name: /^Continue with 127\.0\.0\.1/ }).click()
  await page.getByLabel('User').fill(user)
  await page.getByRole('button', { name: 'Sign in' }).click()
}
