import { describe, expect, it } from 'vitest'
import {
  greyJpeg,
  heicHead,
  jpegImage,
  imageSize,
  pngImage,
  tiffImages,
  twoPageTiff,
  withOrientation,
} from '../../../test/fixtures/images.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { withDocument } from '../pdf/engine.ts'
import { pdfLimits } from '../pdf/limits.ts'
import { renderPage } from '../pdf/render-page.ts'
import { convertImage } from './convert-image.ts'

/** Renders each page and returns which quarters are dark: top left, top right, bottom left, bottom right. */
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
    ['JPEG', jpegImage],
    ['a progressive grey JPEG', greyJpeg],
    ['PNG', pngImage()],
    ['a grey PNG', pngImage({ colours: 0 })],
    ['a PNG with transparency, on white', pngImage({ colours: 6 })],
    ...Object.entries(tiffImages).map(
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
    const photo = withOrientation(jpegImage, orientation)
    expect(await drawPages(photo)).toEqual([{ isWide, dark }])
  })
})

it('keeps the image data of a JPEG, but not its location or data after its end', () => {
  const photo = Buffer.concat([withOrientation(jpegImage, 1), Buffer.from('a short film')])
  const { pdf } = convertImage(photo)
  expect(pdf.includes(jpegImage)).toBe(true)
  expect(pdf.includes('52.5N')).toBe(false)
  expect(pdf.includes('a short film')).toBe(false)
})

it('creates the same PDF from the same picture', () => {
  expect(convertImage(jpegImage).pdf.equals(convertImage(jpegImage).pdf)).toBe(true)
})

/** Converts the image and returns the codes of the error and its detail. */
function reject(image: Buffer): (string | undefined)[] {
  try {
    convertImage(image)
    return []
  } catch (thrown) {
    return thrown instanceof AppError ? [thrown.code, thrown.detail?.code] : [String(thrown)]
  }
}

/** Returns the JPEG with another size in its header. */
function claimSize(jpeg: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(jpeg)
  const frame = copy.indexOf(Buffer.from([0xff, 0xc0]))
  copy.writeUInt16BE(height, frame + 5)
  copy.writeUInt16BE(width, frame + 7)
  return copy
}

describe('rejects by its header', () => {
  const animation: [string, Buffer] = ['acTL', Buffer.alloc(8)]
  const { lzw } = tiffImages
  const longTiff = Buffer.from(lzw)
  longTiff.writeUInt32LE(lzw.length + 100, lzw.readUInt32LE(4) + 2)
  const loop = Buffer.from(lzw)
  const directory = loop.readUInt32LE(4)
  loop.writeUInt32LE(directory, directory + 2 + 12 * loop.readUInt16LE(directory))
  const bytesOfStrip = 50
  /** Builds the header of a grey 8,000 × 8,000 pixel TIFF in one strip. `changes` replaces or removes tags. */
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
    ['a TIFF of 64 megapixels in 50 bytes', claimTiff({}), undefined],
    ['a TIFF without the size of its strip', claimTiff({ 279: undefined }), undefined],
    ['a compressed TIFF of 64 megapixels in 50 bytes', claimTiff({ 259: 5 }), undefined],
    ['a faxed TIFF of 64 megapixels in 50 bytes', claimTiff({ 258: 1, 259: 4 }), undefined],
    ['a JPEG 30,000 pixels wide', claimSize(jpegImage, 30_000, 16), 'image_too_large'],
    ['a JPEG of 400 megapixels', claimSize(jpegImage, 20_000, 20_000), 'image_too_large'],
    ['a PNG 30,000 pixels wide', pngImage({ width: 30_000 }), 'image_too_large'],
    ['a PNG without a size', pngImage({ width: 0 }), undefined],
    ['an animated PNG', pngImage({ chunks: [animation] }), 'image_animated'],
    ['half a JPEG', jpegImage.subarray(0, 500), undefined],
    ['half a PNG', pngImage().subarray(0, 60), undefined],
    ['half a TIFF', lzw.subarray(0, 50), undefined],
    ['a TIFF without its last bytes', lzw.subarray(0, -30), undefined],
    ['a TIFF whose directories form a loop', loop, undefined],
    ['only the first bytes of a JPEG', jpegImage.subarray(0, 3), undefined],
    [
      'lossless JPEG',
      Buffer.from(jpegImage.toString('latin1').replace('\xff\xc0', '\xff\xc3'), 'latin1'),
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
  const { pdf } = convertImage(pngImage({ chunks: [['pHYs', resolution]] }))
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 11.52 11.52]')
  const unstated = convertImage(pngImage({ width: 400 })).pdf.toString('latin1')
  expect(unstated).toContain(`/MediaBox [0 0 842 ${(842 * imageSize.height) / 400}]`)
})

it('does not enlarge a tiny picture to a whole page', () => {
  const { pdf } = convertImage(pngImage())
  expect(pdf.toString('latin1')).toContain('/MediaBox [0 0 128 64]')
})
