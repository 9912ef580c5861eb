import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { findNpwpDoubts } from '../../../src/domain/invoice/tax-numbers.ts'
import { verifyDownload } from './verify-coretax.ts'

const month = { month: 'long', year: 'numeric', timeZone: 'Asia/Jakarta' } as const

/** The first day of this month, as printed on an invoice. Its filing deadline has not passed yet. */
export const printedDate = `1 ${new Date().toLocaleString('en', month)}`

/** Creates a different NPWP for each number, with a valid check digit. */
export function createNpwp(company: number): string {
  const start = `0${String(company).padStart(8, '3')}`
  const numbers = Array.from({ length: 10 }, (_, digit) => `${start}${digit}001000`)
  const valid = numbers.find((number) => findNpwpDoubts(number).length === 0)
  expect(valid).toBeDefined()
  return valid ?? ''
}

/** Adds companies to the visitor's directory, each with an NPWP. */
export async function addCompanies(page: Page, names: string[]): Promise<void> {
  for (const [index, name] of names.entries()) {
    const data = { name, tin: createNpwp(index + 1), address: 'Jalan Contoh 1' }
    const response = await page.request.post(new URL('/api/parties', page.url()).href, { data })
    expect(response.status()).toBe(201)
  }
}

export const sampleCompanies = ['PT Lentera Contoh', 'CV Warung Imajinasi']

/** Verifies a downloaded Coretax file. `allowed` lists the rules that the visitor confirmed. */
export function verifyDownloadedFile(
  page: Page,
  xml: string,
  allowed: string[] = [],
): Promise<void> {
  const ask = async (address: string, data?: object) => {
    const url = new URL(address, page.url()).href
    const response = await (data ? page.request.post(url, { data }) : page.request.get(url))
    expect(response.ok(), await response.text()).toBe(true)
    return response.json() as Promise<unknown>
  }
  return verifyDownload(xml, ask, { allowed })
}
