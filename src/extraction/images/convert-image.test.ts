import { describe, expect, it } from 'vitest'
import {
  greyJpeg,
  heicHead,
  jpegPicture,
  pictureSize,
  pngPicture,
  tiffPictures,
  twoPageTiff,
  withOrientation,
} from '../../../test/fixtures/pictures.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { withDocument } from '../pdf/engine.ts'
import { pdfLimits } from '../pdf/limits.ts'
import { renderPage } from '../pdf/render-page.ts'
import { convertImage } from './convert-image.ts'

/** Draws each page and tells which of its quarters are dark: top left, top right, bottom left, bottom right. */
async function drawPages(image: Buffer): Promise<{ isWide: boolean; dark: string }[]> {
  const { pdf } = convertImage(image)
  return withDocument(pdf, pdfLimits, (document) =>
    Array.from({ length: document.page_count }, (_, index) => {
      const { width, height, pixels } = renderPage(document, index, { turns: 0, deskew: 0 })
      const quarters = [0.25, 0.75].flatMap((y) =>
        [0.25, 0.75].map((x) => {
          const at = Math.floor(y * height) * width + Math.floor(x * width)
          return (pixels[at] ?? 0) < 128 ? 'x' : '.'
        }),
      )
      return { isWide: width > height, dark: quarters.join('') }
    }),
  )
}

const upright = { isWide: true, dark: 'x...' }

describe('a picture becomes a page', () => {
  it.each<[string, Buffer]>([
    ['JPEG', jpegPicture],
    ['a progressive grey JPEG', greyJpeg],
    ['PNG', pngPicture()],
    ['a grey PNG', pngPicture({ colours: 0 })],
    ['a PNG with transparency, on white', pngPicture({ colours: 6 })],
    ...Object.entries(tiffPictures).map(
      ([name, tiff]) => [`TIFF: ${name}`, tiff] as [string, Buffer],
    ),
  ])('%s', async (_, image) => {
    expect(await drawPages(image)).toEqual([upright])
  })

  it('for each page of a TIFF', async () => {
    expect(await drawPages(twoPageTiff)).toEqual([upright, upright])
  })

  it.each([
    [1, true, 'x...'],
    [2, true, '.x..'],
    [3, true, '...x'],
    [4, true, '..x.'],
    [5, false, 'x...'],
    [6, false, '.x..'],
    [7, false, '...x'],
    [8, false, '..x.'],
  ])('upright, for EXIF orientation %i', async (orientation, isWide, dark) => {
    const photo = withOrientation(jpegPicture, orientation)
    expect(await drawPages(photo)).toEqual([{ isWide, dark }])
  })
})

it('keeps the bytes of a JPEG, without the place where it was taken or what follows it', () => {
  const photo = Buffer.concat([withOrientation(jpegPicture, 1), Buffer.from('a short film')])
  const { pdf } = convertImage(photo)
  expect(pdf.includes(jpegPicture)).toBe(true)
  expect(pdf.includes('52.5N')).toBe(false)
  expect(pdf.includes('a short film')).toBe(false)
})

it('makes the same PDF of the same picture', () => {
  expect(convertImage(jpegPicture).pdf.equals(convertImage(jpegPicture).pdf)).toBe(true)
})

/** Returns the code of the error and of its detail. */
function reject(image: Buffer): (string | undefined)[] {
  try {
    convertImage(image)
    return []
  } catch (thrown) {
    return thrown instanceof AppError ? [thrown.code, thrown.detail?.code] : [String(thrown)]
  }
}

/** Writes the header of a JPEG with this size. */
function claimSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

describe('rejects by its header', () => {
  const animation: [string, Buffer] = ['acTL', Buffer.alloc(8)]
  const { lzw } = tiffPictures
  const longTiff = Buffer.from(lzw)
  longTiff.writeUInt32LE(lzw.length + 100, lzw.readUInt32LE(4) + 2)
  const loop = Buffer.from(lzw)
  const directory = loop.readUInt32LE(4)
  loop.writeUInt32LE(directory, directory + 2 + 12 * loop.readUInt16LE(directory))
  const bytesOfStrip = 50
  /** The header of a grey TIFF of 8,000 by 8,000 pixels in one strip, with other values for some tags. */
  const claimTiff = (changes: Record<number, number | undefined>) => {
    const grey = { 256: 8000, 257: 8000, 258: 8, 259: 1, 262: 1, 273: 8, 277: 1, 279: bytesOfStrip }
    const tags = Object.entries({ ...grey, ...changes }).filter(([, value]) => value !== undefined)
    const tiff = Buffer.alloc(14 + 12 * tags.length)
    tiff.write('II*\0\x08\0\0\0', 'latin1')
    tiff.writeUInt16LE(tags.length, 8)
    for (const [nth, [tag, value = 0]] of tags.entries()) {
      tiff.writeUInt16LE(Number(tag), 10 + 12 * nth)
      tiff.writeUInt16LE(4, 12 + 12 * nth)
      tiff.writeUInt32LE(1, 14 + 12 * nth)
      tiff.writeUInt32LE(value, 18 + 12 * nth)
    }
    return tiff
  }
  const tile = (side: number) =>
    claimTiff({ 273: undefined, 279: undefined, 322: side, 323: side, 324: 8, 325: bytesOfStrip })
  it.each([
    ['a TIFF with 60,000 samples per pixel', claimTiff({ 277: 60_000 }), 'image_unsupported'],
    ['a TIFF with 64,000 bits per sample', claimTiff({ 258: 64_000 }), 'image_unsupported'],
    ['a TIFF whose tiles have no size', tile(0), undefined],
    ['a TIFF without most of its tiles', tile(1), undefined],
    ['a TIFF without most of its strips', claimTiff({ 278: 1 }), undefined],
    ['a JPEG 30,000 pixels wide', claimSize(jpegPicture, 30_000, 16), 'image_too_large'],
    ['a JPEG of 400 megapixels', claimSize(jpegPicture, 20_000, 20_000), 'image_too_large'],
    ['a PNG 30,000 pixels wide', pngPicture({ width: 30_000 }), 'image_too_large'],
    ['a PNG without a size', pngPicture({ width: 0 }), undefined],
    ['an animated PNG', pngPicture({ chunks: [animation] }), 'image_animated'],
    ['half a JPEG', jpegPicture.subarray(0, 500), undefined],
    ['half a PNG', pngPicture().subarray(0, 60), undefined],
    ['half a TIFF', lzw.subarray(0, 50), undefined],
    ['a TIFF without its last bytes', lzw.subarray(0, -30), undefined],
    ['a TIFF whose directories form a loop', loop, undefined],
    ['only the first bytes of a JPEG', jpegPicture.subarray(0, 3), undefined],
    [
      'lossless JPEG',
      Buffer.from(jpegPicture.toString('latin1').replace('\xff\xc0', '\xff\xc3'), 'latin1'),
      'image_unsupported',
    ],
  ])('%s', (_, image, detail) => {
    expect(reject(image)).toEqual(['BAD_IMAGE', detail])
  })

  it.each([
    ['an iPhone photo', heicHead, 'heic_image'],
    ['a GIF', Buffer.from('GIF89a'), undefined],
    ['text', Buffer.from('hello'), undefined],
  ])('%s', (_, image, detail) => {
    expect(reject(image)).toEqual(['NOT_PDF', detail])
  })
})

it('gives a page the size that the picture states', async () => {
  const resolution = Buffer.alloc(9)
  resolution.writeUInt32BE(7874, 0)
  resolution.writeUInt32BE(3937, 4)
  resolution[8] = 1
  const { pdf } = convertImage(pngPicture({ chunks: [['pHYs', resolution]] }))
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 11.52 11.52]')
  const unstated = convertImage(pngPicture()).pdf.toString('latin1')
  expect(unstated).toContain(
    `/MediaBox [0 0 842 ${(842 * pictureSize.height) / pictureSize.width}]`,
  )
})
