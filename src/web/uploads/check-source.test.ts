import { describe, expect, it } from 'vitest'
import { heicHead, jpegImage } from '../../../test/fixtures/images.ts'
import { findUrls, checkSource } from './check-source.ts'

describe('checkSource', () => {
  it.each([
    ['a PDF', '%PDF-1.7 …', 'ready'],
    ['a PDF after 1 000 other bytes', `${' '.repeat(1000)}%PDF-1.7`, 'ready'],
    ['a PDF after too many other bytes', `${' '.repeat(1020)}%PDF-1.7`, 'NOT_PDF'],
    ['plain text', 'hello', 'NOT_PDF'],
    ['nothing', '', 'EMPTY_FILE'],
    ['a file over the limit', `%PDF-${' '.repeat(2000)}`, 'TOO_LARGE'],
  ])('%s', async (_, content, expected) => {
    const check = await checkSource(new File([content], 'a.pdf'), 2000)
    expect(check.kind === 'refused' ? check.error.code : check.kind).toBe(expected)
  })

  it('accepts photos, and converts those that only this browser can open', async () => {
    const check = (bytes: Uint8Array<ArrayBuffer>, converted?: File) =>
      checkSource(new File([bytes], 'IMG_1.HEIC'), 2000, async () => converted)
    expect(await check(new Uint8Array(jpegImage))).toEqual({ kind: 'ready' })
    const heic = new Uint8Array(heicHead)
    expect(await check(heic)).toMatchObject({ error: { detail: { code: 'heic_image' } } })
    const converted = new File([], 'IMG_1.jpg')
    expect(await check(heic, converted)).toEqual({ kind: 'ready', converted })
  })

  it.each([
    ['https://club.test/meet.pdf', 'ready'],
    ['ftp://club.test/meet.pdf', 'refused'],
    ['meet.pdf', 'refused'],
  ])('checks the URL %s', async (address, expected) => {
    expect((await checkSource(address, 2000)).kind).toBe(expected)
  })
})

it('finds URLs in text without duplicates', () => {
  const text = 'See (https://a.test/x.pdf), http://b.test/y?z=1#p\nhttps://a.test/x.pdf and no.pdf'
  expect(findUrls(text)).toEqual(['https://a.test/x.pdf', 'http://b.test/y?z=1#p'])
})
