import { describe, expect, it } from 'vitest'
import { takeScreenshots, takeScreenshotsAtSizes } from '../support/browser/screenshots.ts'
import { signInAs, visitDocketWithAccounts } from '../support/browser/browser-with-accounts.ts'
import { field, openReview, waitUntilSaved } from '../support/browser/review-page.ts'

const { visited, open, provider } = visitDocketWithAccounts()

describe('signing in with OpenID Connect', () => {
  it('returns to the requested page, shows the name in the history, and signs out', async () => {
    const page = await open('/queue?status=review')
    await page.getByRole('heading', { name: 'Sign in to Docket' }).waitFor()
    await takeScreenshotsAtSizes(page, 'sign-in')
    await signInAs(page, 'ada')
    await page.waitForURL('**/queue?status=review')
    await page.getByRole('link', { name: 'Account: Ada Lovelace' }).waitFor()

    await page.goto(visited.url)
    await openReview(page)
    await field(page, 'Invoice number').fill('ADA-1')
    await page.keyboard.press('Enter')
    await waitUntilSaved(page)
    const history = page.getByRole('list', { name: 'Change history' })
    await history.getByText('Ada Lovelace').first().waitFor()

    await page.getByRole('link', { name: 'Account: Ada Lovelace' }).click()
    await page.getByText('Signed in as Ada Lovelace').waitFor()
    await takeScreenshotsAtSizes(page, 'account')
    await page.getByRole('button', { name: 'Sign out' }).click()
    // The provider asks for confirmation.
    await page.waitForURL(`${provider()?.issuer}/**`)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.waitForURL('**/sign-in*')
    await page.goto(`${visited.url}/queue`)
    await page.getByRole('heading', { name: 'Sign in to Docket' }).waitFor()
  })

  it('explains an outage and a cancelled sign-in, and then succeeds', async () => {
    const page = await open('/sign-in')
    await page.getByRole('link', { name: /^Continue with/ }).waitFor()
    await page.goto(`${visited.url}/sign-in?problem=unreachable&next=%2Fmonth`)
    await page.getByRole('alert').getByText('The sign-in service is not responding').waitFor()
    await takeScreenshots(page, 'sign-in-unreachable')
    await page.getByRole('link', { name: /^Continue with/ }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('alert').getByText('Sign-in was cancelled').waitFor()
    await signInAs(page, 'bob')
    await page.waitForURL('**/month')
  })
})

describe('signing in with an API key', () => {
  it('works with the keyboard and does not store the key in the browser', async () => {
    const ada = await open('/settings')
    await signInAs(ada, 'ada')
    await ada.waitForURL('**/settings')
    await ada.getByRole('textbox', { name: 'Name' }).last().fill('Laptop')
    await ada.getByRole('button', { name: 'Create key' }).click()
    const key = await ada.getByRole('alert').locator('code').innerText()

    const page = await open('/month')
    const input = page.getByLabel('API key')
    await input.fill('dk_wrong')
    await page.keyboard.press('Enter')
    await page.getByText('This API key is not valid').waitFor()
    await input.fill(key)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/month')
    await page.getByRole('link', { name: 'Account: Ada Lovelace' }).click()
    await page.getByText('Signed in with an API key.').waitFor()
    const kept = await page.evaluate<string>(
      'JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie',
    )
    expect(kept).not.toContain('dk_')
    expect(kept).not.toContain('docket_sign_in')

    await ada.getByRole('button', { name: 'Revoke key Laptop' }).click()
    await ada.getByText('Revoked').waitFor()
    await page.reload()
    await page.getByText('You are no longer signed in.').waitFor()
  })

  it('is explained in Indonesian', async () => {
    const page = await open('/sign-in')
    await page.evaluate(`localStorage.setItem('docket.language', '"id"')`)
    await page.reload()
    await page.getByRole('heading', { name: 'Masuk ke Docket' }).waitFor()
    await takeScreenshotsAtSizes(page, 'sign-in-id')
  })
})
