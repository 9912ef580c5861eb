import type { Page } from 'playwright-core'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { type ChosenFile, choose, pdfFile } from './browser.ts'

/** Chooses and sends files as heat sheets, for this swimmer or for all. */
export async function sendSheets(page: Page, files: ChosenFile[], swimmer: string): Promise<void> {
  await choose(page, files)
  await page.getByRole('radio', { name: 'Heat sheets' }).check()
  if (swimmer !== '') await page.getByRole('textbox', { name: 'Swimmer' }).fill(swimmer)
  await page.getByRole('button', { name: /^Process \d+ documents?$/ }).click()
}

/** Sends the program of the fictional meet Spring Splash as `meet.pdf`. */
export async function sendSpringSplash(page: Page, swimmer: string): Promise<void> {
  await sendSheets(page, [pdfFile('meet.pdf', await drawMeet(springSplash))], swimmer)
}
