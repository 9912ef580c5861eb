import { damagedImage, type Orientation, toOrientation } from './page-image.ts'

/** A TIFF directory: each tag with its values. EXIF uses the same structure. */
export type TiffDirectory = ReadonlyMap<number, number[]>

export const tiffTags = {
  subfileType: 254,
  width: 256,
  height: 257,
  bitsPerSample: 258,
  compression: 259,
  stripOffsets: 273,
  orientation: 274,
  samplesPerPixel: 277,
  rowsPerStrip: 278,
  stripByteCounts: 279,
  xResolution: 282,
  yResolution: 283,
  resolutionUnit: 296,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileByteCounts: 325,
} as const

const wantedTags: ReadonlySet<number> = new Set(Object.values(tiffTags))

/** Bytes per value by type: byte, ASCII, short, long, rational. */
const typeBytes: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8 }
/** Maximum number of values per tag: a page with one row per strip has as many strips as rows. */
const maxValues = 20_000

/**
 * Follows the chain of directories, and stops once there are more than `max`. A hostile file may contain a loop or
 * millions of directories.
 */
export function readTiffDirectories(bytes: Buffer, max: number): TiffDirectory[] {
  const isLittle = bytes.toString('latin1', 0, 2) === 'II'
  const read = createReader(bytes, isLittle)
  const seen = new Set<number>()
  const directories: TiffDirectory[] = []
  let at = read.long(4)
  while (at !== 0 && directories.length <= max) {
    if (seen.has(at)) throw damagedImage()
    seen.add(at)
    const count = read.short(at)
    directories.push(readDirectory(read, at + 2, count))
    at = read.long(at + 2 + 12 * count)
  }
  return directories
}

type Reader = ReturnType<typeof createReader>

function createReader(bytes: Buffer, isLittle: boolean) {
  const at = (offset: number, length: number) => {
    if (offset + length > bytes.length) throw damagedImage()
    return offset
  }
  return {
    byte: (offset: number) => bytes.readUInt8(at(offset, 1)),
    short: (offset: number) =>
      isLittle ? bytes.readUInt16LE(at(offset, 2)) : bytes.readUInt16BE(at(offset, 2)),
    long: (offset: number) =>
      isLittle ? bytes.readUInt32LE(at(offset, 4)) : bytes.readUInt32BE(at(offset, 4)),
  }
}

function readDirectory(read: Reader, start: number, count: number): TiffDirectory {
  const tags = new Map<number, number[]>()
  for (let entry = start; entry < start + 12 * count; entry += 12) {
    const tag = read.short(entry)
    if (wantedTags.has(tag)) tags.set(tag, readValues(read, entry))
  }
  return tags
}

function readValues(read: Reader, entry: number): number[] {
  const type = read.short(entry + 2)
  const size = typeBytes[type]
  const count = read.long(entry + 4)
  if (size === undefined || count > maxValues) throw damagedImage()
  // A value of up to four bytes is stored in the entry itself.
  const at = count * size <= 4 ? entry + 8 : read.long(entry + 8)
  return Array.from({ length: count }, (_, index) => readValue(read, type, at + index * size))
}

function readValue(read: Reader, type: number, at: number): number {
  if (type === 3) return read.short(at)
  if (type === 4) return read.long(at)
  if (type === 5) return read.long(at) / (read.long(at + 4) || 1)
  return read.byte(at)
}

/** Returns 1 for damaged EXIF data, which does not make an image unreadable. */
export function readExifOrientation(exif: Buffer): Orientation {
  try {
    const [main] = readTiffDirectories(exif, 1)
    return toOrientation(main?.get(tiffTags.orientation)?.[0])
  } catch {
    return 1
  }
}
