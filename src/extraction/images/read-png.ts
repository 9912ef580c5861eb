import { crc32, inflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { encodePixels } from './encode-pixels.ts'
import {
  checkImageSize,
  damagedImage,
  type Orientation,
  type PageImage,
  toDpi,
} from './page-image.ts'
import { readExifOrientation } from './tiff-directory.ts'

const metresPerInch = 0.0254

interface Header {
  width: number
  height: number
  bits: number
  /** Colour type: 0 grey, 2 RGB, 3 palette, 4 grey with alpha, 6 RGB with alpha. */
  colours: number
  isInterlaced: boolean
}

interface PngFile {
  header: Header
  palette: Buffer | undefined
  hasTransparency: boolean
  orientation: Orientation
  dpi: PageImage['dpi']
  data: Buffer
}

/**
 * Reads a PNG. The compressed rows of most files go into the PDF unchanged. Images with transparency or interlacing are
 * decoded.
 */
export function readPng(bytes: Buffer): PageImage {
  const { header, palette, hasTransparency, orientation, dpi, data } = readFile(bytes)
  const { width, height, colours, bits, isInterlaced } = header
  const image = { width, height, orientation, dpi }
  if (isInterlaced || hasTransparency || colours >= 4) {
    checkInflatedSize(data, header)
    return { ...image, ...encodePixels(decode(bytes), width, height) }
  }
  const channels = colours === 2 ? 3 : 1
  const space = colours === 3 ? indexed(palette) : colours === 2 ? '/DeviceRGB' : '/DeviceGray'
  const parameters = `/Predictor 15 /Colors ${channels} /BitsPerComponent ${bits} /Columns ${width}`
  const dictionary = `/ColorSpace ${space} /BitsPerComponent ${bits} /Filter /FlateDecode /DecodeParms << ${parameters} >>`
  return { ...image, dictionary, data }
}

function indexed(palette: Buffer | undefined): string {
  if (!palette || palette.length < 3 || palette.length > 768) throw damagedImage()
  const last = Math.floor(palette.length / 3) - 1
  const table = palette.subarray(0, 3 * (last + 1)).toString('hex')
  return `[/Indexed /DeviceRGB ${last} <${table}>]`
}

function readFile(bytes: Buffer): PngFile {
  const parts: Buffer[] = []
  let header: Header | undefined
  const found: Pick<PngFile, 'palette' | 'hasTransparency' | 'orientation' | 'dpi'> = {
    palette: undefined,
    hasTransparency: false,
    orientation: 1,
    dpi: undefined,
  }
  for (const { type, content } of readChunks(bytes)) {
    if (!header && type !== 'IHDR') throw damagedImage()
    if (type === 'IHDR') header = readHeader(content)
    else if (type === 'acTL') throw new AppError('BAD_IMAGE', createDetail('image_animated', {}))
    else if (type === 'PLTE') found.palette = content
    else if (type === 'tRNS') found.hasTransparency = true
    else if (type === 'eXIf') found.orientation = readExifOrientation(content)
    else if (type === 'pHYs') found.dpi = readResolution(content)
    else if (type === 'IDAT') parts.push(content)
  }
  if (!header || parts.length === 0) throw damagedImage()
  return { header, ...found, data: Buffer.concat(parts) }
}

/** Yields chunks up to the last. Throws if the file ends early or if a chunk is damaged. */
function* readChunks(bytes: Buffer): Generator<{ type: string; content: Buffer }> {
  let at = 8
  for (;;) {
    if (at + 12 > bytes.length) throw damagedImage()
    const end = at + 8 + bytes.readUInt32BE(at)
    if (end + 4 > bytes.length) throw damagedImage()
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) throw damagedImage()
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'IEND') return
    yield { type, content: bytes.subarray(at + 8, end) }
    at = end + 4
  }
}

const knownBits: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
}

function readHeader(content: Buffer): Header {
  if (content.length !== 13) throw damagedImage()
  const [width, height] = [content.readUInt32BE(0), content.readUInt32BE(4)]
  const [bits = 0, colours = 0, compression, filter, interlace] = content.subarray(8)
  const isKnown = knownBits[colours]?.includes(bits) && compression === 0 && filter === 0
  if (!isKnown || interlace === undefined || interlace > 1) throw damagedImage()
  checkImageSize(width, height)
  return { width, height, bits, colours, isInterlaced: interlace === 1 }
}

function readResolution(content: Buffer): PageImage['dpi'] {
  if (content.length !== 9 || content[8] !== 1) return undefined
  const perInch = (value: number) => Math.round(value * metresPerInch)
  return toDpi(perInch(content.readUInt32BE(0)), perInch(content.readUInt32BE(4)))
}

/** Checks the size of the inflated data, because the decoder does not limit the rows in interlaced images. */
function checkInflatedSize(data: Buffer, { width, height, bits, colours }: Header): void {
  const channels = [1, 0, 3, 1, 2, 0, 4][colours] ?? 4
  // An interlaced file has seven small images, each with its own row starts.
  const maxOutputLength = Math.ceil((width * channels * bits) / 8 + 8) * height * 2 + 1024
  try {
    inflateSync(data, { maxOutputLength })
  } catch (cause) {
    throw damagedImage(cause)
  }
}

function decode(bytes: Buffer): Buffer {
  try {
    return PNG.sync.read(bytes).data
  } catch (cause) {
    throw damagedImage(cause)
  }
}
