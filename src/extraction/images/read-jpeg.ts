import { readExifOrientation } from './tiff-directory.ts'
import {
  checkImageSize,
  damagedImage,
  type Orientation,
  type PageImage,
  toDpi,
  unsupportedImage,
} from './page-image.ts'

const marker = { endOfImage: 0xd9, startOfScan: 0xda, app0: 0xe0, exif: 0xe1, adobe: 0xee }
const exifHeader = Buffer.from('Exif\0\0')

interface Segment {
  code: number
  /** The whole segment, with its marker. */
  bytes: Buffer
  /** Its content, after the marker and the length. */
  content: Buffer
}

interface Frame {
  width: number
  height: number
  components: number
}

/**
 * Reads the headers of a JPEG, whose compressed data goes into the PDF unchanged. Drops metadata, such as where a photo
 * was taken, and everything after the end of the image.
 */
export function readJpeg(bytes: Buffer): PageImage {
  const kept: Buffer[] = [bytes.subarray(0, 2)]
  let frame: Frame | undefined
  let orientation: Orientation = 1
  let dpi: PageImage['dpi']
  let isAdobe = false
  for (const segment of readSegments(bytes)) {
    const { code, content } = segment
    frame = readFrame(segment) ?? frame
    if (code === marker.startOfScan && !frame) throw damagedImage()
    if (code === marker.app0) dpi = readDensity(content) ?? dpi
    if (code === marker.adobe && content.toString('latin1', 0, 5) === 'Adobe') isAdobe = true
    if (code === marker.exif && content.subarray(0, 6).equals(exifHeader)) {
      orientation = readExifOrientation(content.subarray(6))
    }
    if (!isMetadata(code)) kept.push(segment.bytes)
  }
  if (!frame) throw damagedImage()
  const { width, height, components } = frame
  const dictionary = `${colours(components, isAdobe)} /BitsPerComponent 8 /Filter /DCTDecode`
  return { width, height, orientation, dpi, dictionary, data: Buffer.concat(kept) }
}

/** True for application data and comments, other than those that decoders need. */
function isMetadata(code: number): boolean {
  if (code === marker.app0 || code === marker.adobe) return false
  return (code > marker.app0 && code <= 0xef) || code === 0xfe
}

/** Yields segments up to the end of the image. Throws if the file ends early. */
function* readSegments(bytes: Buffer): Generator<Segment> {
  let at = 2
  for (;;) {
    if (bytes[at] !== 0xff) throw damagedImage()
    // A marker may be preceded by any number of fill bytes.
    while (bytes[at + 1] === 0xff) at += 1
    const code = bytes[at + 1]
    if (code === undefined) throw damagedImage()
    if (code === marker.endOfImage) {
      const end = bytes.subarray(at, at + 2)
      yield { code, bytes: end, content: end.subarray(2) }
      return
    }
    if (at + 4 > bytes.length) throw damagedImage()
    const contentEnd = at + 2 + bytes.readUInt16BE(at + 2)
    const end = code === marker.startOfScan ? findMarker(bytes, contentEnd) : contentEnd
    if (end > bytes.length || contentEnd < at + 4) throw damagedImage()
    yield { code, bytes: bytes.subarray(at, end), content: bytes.subarray(at + 4, contentEnd) }
    at = end
  }
}

/** Returns the position of the marker after the compressed data. */
function findMarker(bytes: Buffer, from: number): number {
  for (let at = from; ; at += 2) {
    at = bytes.indexOf(0xff, at)
    const next = bytes[at + 1]
    if (at < 0 || next === undefined) throw damagedImage()
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
}

/** Reads a start-of-frame segment. Its markers are C0 to CF, except for tables (C4, C8, CC). */
function readFrame({ code, content }: Segment): Frame | undefined {
  if (code < 0xc0 || code > 0xcf || [0xc4, 0xc8, 0xcc].includes(code)) return undefined
  // Lossless, hierarchical and arithmetic coding are not supported, because no camera uses them.
  if (code > 0xc2) throw unsupportedImage()
  if (content.length < 6) throw damagedImage()
  if (content[0] !== 8) throw unsupportedImage()
  const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)]
  checkImageSize(width, height)
  return { width, height, components: content[5] ?? 0 }
}

function readDensity(content: Buffer): PageImage['dpi'] {
  if (content.length < 12 || content.toString('latin1', 0, 4) !== 'JFIF') return undefined
  const perInch = [0, 1, 2.54][content[7] ?? 0] ?? 0
  return toDpi(content.readUInt16BE(8) * perInch, content.readUInt16BE(10) * perInch)
}

/** Returns the colour space. Adobe programs store CMYK inverted. */
function colours(components: number, isAdobe: boolean): string {
  if (components === 1) return '/ColorSpace /DeviceGray'
  if (components === 3) return '/ColorSpace /DeviceRGB'
  if (components !== 4) throw unsupportedImage()
  return `/ColorSpace /DeviceCMYK${isAdobe ? ' /Decode [1 0 1 0 1 0 1 0]' : ''}`
}
