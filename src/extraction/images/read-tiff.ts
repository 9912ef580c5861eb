import UTIF from 'utif2'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { encodeBilevel, encodePixels } from './encode-pixels.ts'
import {
  checkImageSize,
  damagedImage,
  type PageImage,
  toDpi,
  toOrientation,
  unsupportedImage,
} from './page-image.ts'
import { readTiffDirectories, type TiffDirectory, tiffTags } from './tiff-directory.ts'

/** Yields the pages of a TIFF one by one. Skips the thumbnails that some programs add. */
export function* readTiff(bytes: Buffer, maxPages: number): Generator<PageImage> {
  const directories = readTiffDirectories(bytes, 2 * maxPages)
  const pages = directories.filter((one) => !isThumbnail(one))
  if (pages.length === 0) throw damagedImage()
  if (pages.length > maxPages) {
    throw new AppError('RESOURCE_LIMIT', createDetail('too_many_scans', { most: maxPages }))
  }
  for (const page of pages) checkPage(bytes, page)
  const decoded = parse(bytes)
  for (const [index, directory] of directories.entries()) {
    const page = decoded[index]
    if (!page) throw damagedImage()
    if (!isThumbnail(directory)) yield readPage(bytes, directory, page)
  }
}

function isThumbnail(directory: TiffDirectory): boolean {
  return (first(directory, tiffTags.subfileType, 0) & 1) === 1
}

const knownBits: readonly number[] = [1, 2, 4, 8, 16, 32]
/** Maximum number of samples per pixel (CMYK with alpha), because the decoder reserves memory for each sample. */
const maxSamples = 5

/** Checks the size and position of the image data before any page is decoded. */
function checkPage(bytes: Buffer, page: TiffDirectory): void {
  checkImageSize(first(page, tiffTags.width, 0), first(page, tiffTags.height, 0))
  const isKnown =
    page.get(tiffTags.bitsPerSample)?.every((bits) => knownBits.includes(bits)) ?? true
  if (!isKnown || first(page, tiffTags.samplesPerPixel, 1) > maxSamples) throw unsupportedImage()
  const offsets = page.get(tiffTags.stripOffsets) ?? page.get(tiffTags.tileOffsets)
  const counts = page.get(tiffTags.stripByteCounts) ?? page.get(tiffTags.tileByteCounts)
  // The decoder visits every part that the size implies, even millions of missing parts.
  if (!offsets || offsets.length < countParts(page)) throw damagedImage()
  for (const [index, offset] of offsets.entries()) {
    if (offset + (counts?.[index] ?? 0) > bytes.length) throw damagedImage()
  }
  if (isTooSmall(page, bytes.length, counts)) throw damagedImage()
}

/** Values of the `compression` tag. */
const uncompressed = 1
const faxCodes: readonly number[] = [2, 3, 4]
/** Maximum compression ratio, higher than LZW (1,365), Deflate (1,032) and the other codecs reach on a blank page. */
const maxRatio = 1500
/** Maximum ratio for uncompressed images, in which four pixels may share colour samples. */
const maxUncompressedRatio = 2

/**
 * True if there is too little data for the size in the header. Decoding cost depends on that size, even if the data
 * fills only a few rows. Fax compression uses at least one bit per row.
 */
function isTooSmall(page: TiffDirectory, fileBytes: number, counts: number[] = []): boolean {
  const [width, height] = [first(page, tiffTags.width, 0), first(page, tiffTags.height, 0)]
  const code = first(page, tiffTags.compression, uncompressed)
  // Old programs do not state the size of a single uncompressed strip.
  const stated = counts.length > 0 ? counts.reduce((sum, count) => sum + count, 0) : fileBytes
  // Several strips may refer to the same bytes.
  const data = Math.min(stated, fileBytes)
  if (faxCodes.includes(code)) return data < height / 8
  const bits = first(page, tiffTags.bitsPerSample, 1) * first(page, tiffTags.samplesPerPixel, 1)
  const size = (width * height * bits) / 8
  return data < size / (code === uncompressed ? maxUncompressedRatio : maxRatio)
}

/** Returns the number of strips or tiles that cover a page. */
function countParts(page: TiffDirectory): number {
  const [width, height] = [first(page, tiffTags.width, 0), first(page, tiffTags.height, 0)]
  const isTiled = !page.has(tiffTags.stripOffsets)
  const partWidth = isTiled ? first(page, tiffTags.tileWidth, 0) : width
  const partHeight = first(page, isTiled ? tiffTags.tileHeight : tiffTags.rowsPerStrip, height)
  if (partWidth < 1 || partHeight < 1) throw damagedImage()
  return Math.ceil(width / partWidth) * Math.ceil(height / partHeight)
}

function parse(bytes: Buffer): UTIF.IFD[] {
  try {
    return UTIF.decode(bytes)
  } catch (cause) {
    throw damagedImage(cause)
  }
}

function readPage(bytes: Buffer, directory: TiffDirectory, page: UTIF.IFD): PageImage {
  const [width, height] = [
    first(directory, tiffTags.width, 0),
    first(directory, tiffTags.height, 0),
  ]
  const rgba = decode(bytes, page)
  if (page.width !== width || page.height !== height || rgba.length !== width * height * 4) {
    throw unsupportedImage()
  }
  const isBilevel =
    first(directory, tiffTags.bitsPerSample, 1) === 1 &&
    first(directory, tiffTags.samplesPerPixel, 1) === 1
  return {
    width,
    height,
    orientation: toOrientation(first(directory, tiffTags.orientation, 1)),
    dpi: readResolution(directory),
    ...(isBilevel ? encodeBilevel : encodePixels)(rgba, width, height),
  }
}

function decode(bytes: Buffer, page: UTIF.IFD): Uint8Array {
  try {
    UTIF.decodeImage(bytes, page)
    return UTIF.toRGBA8(page)
  } catch (cause) {
    if (cause instanceof RangeError) throw new AppError('RESOURCE_LIMIT', undefined, { cause })
    throw damagedImage(cause)
  }
}

/** Returns the resolution in pixels per inch. Unit 2, the default, is inches, 3 is centimetres, and 1 is none. */
function readResolution(directory: TiffDirectory): PageImage['dpi'] {
  const perInch = [0, 0, 1, 2.54][first(directory, tiffTags.resolutionUnit, 2)] ?? 0
  const x = first(directory, tiffTags.xResolution, 0) * perInch
  return toDpi(x, first(directory, tiffTags.yResolution, 0) * perInch)
}

function first(directory: TiffDirectory, tag: number, otherwise: number): number {
  return directory.get(tag)?.[0] ?? otherwise
}
