import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { takeScreenshots, takeScreenshotsAtSizes } from '../support/browser/screenshots.ts'
import { signInAs, visitDocketWithAccounts } from '../support/browser/browser-with-accounts.ts'
import { field, holdSaves, openReview, waitUntilSaved } from '../support/browser/review-page.ts'

const { visited, open } = visitDocketWithAccounts()

/** Signs in as Ada and creates her team unless it exists. */
async function createTeamForTest() {
  const ada = await open('/account')
  await signInAs(ada, 'ada')
  const create = ada.getByRole('button', { name: 'Create team' })
  await create.or(ada.getByRole('list', { name: 'Members' })).waitFor()
  if (await create.isVisible()) {
    await ada.getByLabel('Team name').fill('Kantor Ada')
    await create.click()
  }
  await ada.getByRole('list', { name: 'Members' }).getByText('Ada Lovelace (you)').waitFor()
  return ada
}

async function createInvitation(owner: Page, role: string): Promise<string> {
  await owner.goto(`${visited.url}/account`)
  await owner.getByLabel('Invite as').selectOption(role)
  await owner.getByRole('button', { name: 'Create invitation link' }).click()
  return new URL(await owner.getByRole('alert').locator('code').innerText()).pathname
}

/** Opens an invitation in a new browser, signs in and joins. */
async function join(owner: Page, user: string, role: string): Promise<Page> {
  const page = await open(await createInvitation(owner, role))
  await page.getByRole('heading', { name: 'Join Kantor Ada' }).waitFor()
  await takeScreenshotsAtSizes(page, 'join')
  await page.getByRole('link', { name: 'Sign in to join' }).click()
  await signInAs(page, user)
  await page.getByRole('button', { name: /^Join as / }).click()
  await page.waitForURL('**/queue')
  return page
}

describe('a team', () => {
  it('is joined by invitation, and shows a conflict when two members edit the same document', async () => {
    const ada = await createTeamForTest()
    await takeScreenshotsAtSizes(ada, 'team')
    const bob = await join(ada, 'bob', 'Member')
    await bob.goto(`${visited.url}/account`)
    const members = bob.getByRole('list', { name: 'Members' })
    await members.getByText('Bob Babbage (you)').waitFor()
    expect(await bob.getByRole('button', { name: /^Remove/ }).count()).toBe(0)

    await ada.goto(visited.url)
    await openReview(ada, 'shared.pdf')
    await bob.goto(ada.url())
    await bob.getByRole('region', { name: 'Document' }).waitFor()
    const release = await holdSaves(bob)
    await field(bob, 'Invoice number').fill('BOB-1')
    await field(bob, 'Invoice number').press('Enter')
    await bob.getByText('Saving…', { exact: true }).waitFor()
    await field(ada, 'Invoice number').fill('ADA-1')
    await field(ada, 'Invoice number').press('Enter')
    await waitUntilSaved(ada)
    release()
    const dialog = bob.getByRole('dialog', { name: 'Someone else changed this document' })
    await dialog.getByText('Ada Lovelace').waitFor()
    await dialog.getByText('ADA-1').first().waitFor()
    await takeScreenshots(bob, 'review-conflict-team')
    expect(await field(ada, 'Invoice number').inputValue()).toBe('ADA-1')
    await dialog.getByRole('button', { name: 'Discard my changes' }).click()
    await expect.poll(() => field(bob, 'Invoice number').inputValue()).toBe('ADA-1')
  })

  it('shows a viewer every page, but no button that changes anything', async () => {
    const ada = await createTeamForTest()
    await ada.goto(visited.url)
    await openReview(ada, 'viewed.pdf')
    const review = ada.url()
    const vera = await join(ada, 'vera', 'Viewer')
    const job = review.replace('/review/', '/jobs/')
    const pages = ['/', '/queue', '/directory', '/directory?show=rates', '/month', '/settings']
    const changing =
      /upload|retry|cancel|delete|approve|undo|add|import|revoke|create|save|remove|edit|read again|share/i
    for (const address of [...pages.map((path) => visited.url + path), job, review]) {
      await vera.goto(address)
      await vera.getByRole('heading', { level: 1 }).waitFor()
      await vera.getByRole('link', { name: 'Account: Vera Viewer' }).waitFor()
      await expect
        .poll(async () => {
          const names = await vera.getByRole('button').allInnerTexts()
          return [address, ...names.filter((name) => changing.test(name))]
        })
        .toEqual([address])
    }
    await vera.goto(review)
    await vera.getByText('You can view this document but not correct it.').waitFor()
    expect(await vera.getByRole('main').getByRole('textbox').count()).toBe(0)
    await takeScreenshotsAtSizes(vera, 'review-viewer')
    await vera.goto(visited.url)
    await vera.getByRole('heading', { name: 'You have view-only access' }).waitFor()
    await takeScreenshots(vera, 'upload-viewer')

    // A new role and a removal take effect immediately.
    await ada.goto(`${visited.url}/account`)
    const isSaved = ada.waitForResponse((response) => response.request().method() === 'PATCH')
    await ada.getByLabel('Role for Vera Viewer').selectOption('Member')
    expect((await isSaved).ok()).toBe(true)
    await vera.reload()
    await vera.getByRole('button', { name: 'Choose PDFs' }).waitFor()
    await ada.getByRole('button', { name: 'Remove Vera Viewer' }).click()
    await ada.getByText('Vera Viewer').waitFor({ state: 'detached' })
    await vera.goto(`${visited.url}/queue`)
    await vera.getByText('You are no longer signed in.').waitFor()
  })
})

describe('a shared link', () => {
  it('opens one result in a new browser without signing in, until it is revoked', async () => {
    const ada = await createTeamForTest()
    await ada.goto(visited.url)
    await openReview(ada, 'public.pdf')
    await ada.goto(ada.url().replace('/review/', '/jobs/'))
    await ada.getByRole('button', { name: /link/i }).first().click()
    const link = ada.getByRole('link', { name: /\/result\// })
    const address = new URL((await link.getAttribute('href')) ?? '').pathname
    const stranger = await open(address)
    await stranger.getByRole('heading', { name: 'public.pdf' }).waitFor()
    expect(new URL(stranger.url()).pathname).toBe(address)
    await stranger.goto(`${visited.url}/queue`)
    await stranger.getByRole('heading', { name: 'Sign in to Docket' }).waitFor()

    await ada.goto(`${visited.url}/settings`)
    const links = ada.getByRole('list', { name: 'Links' })
    await links.getByRole('link', { name: 'public.pdf' }).waitFor()
    await takeScreenshotsAtSizes(ada, 'settings-links')
    await links.getByRole('button', { name: 'Revoke link to public.pdf' }).click()
    await links.getByRole('link', { name: 'public.pdf' }).waitFor({ state: 'detached' })
    await stranger.goto(visited.url + address)
    await stranger.getByText('It may have expired or been revoked.').waitFor()
  })
})
