import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

/** EXIF orientation: 1 is upright, 2 to 4 are flipped or upside down, 5 to 8 are sideways. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

/** An image as a PDF stores it. */
export interface PageImage {
  /** In pixels, as stored, before rotation. */
  width: number
  height: number
  orientation: Orientation
  /** Pixels per inch, if the file states them. */
  dpi: { x: number; y: number } | undefined
  /** PDF image dictionary entries that describe `data`. */
  dictionary: string
  data: Uint8Array
}

/** Maximum length of a side, in pixels. */
const maxSide = 20_000
/**
 * Maximum number of pixels, enough for the largest photos that phones take by default. Decoding more would need too
 * much memory.
 */
const maxPixels = 65_000_000

/** Checks the size stated in the header before anything is decoded. */
export function checkImageSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw damagedImage()
  if (width <= maxSide && height <= maxSide && width * height <= maxPixels) return
  const params = { width, height, side: maxSide, megapixels: maxPixels / 1e6 }
  throw new AppError('BAD_IMAGE', createDetail('image_too_large', params))
}

export function damagedImage(cause?: unknown): AppError {
  return new AppError('BAD_IMAGE', undefined, { cause })
}

/** Creates the error for a valid image of an unsupported kind. */
export function unsupportedImage(): AppError {
  return new AppError('BAD_IMAGE', createDetail('image_unsupported', {}))
}

export function toOrientation(value: number | undefined): Orientation {
  return value !== undefined && value >= 1 && value <= 8 ? (value as Orientation) : 1
}

/** Returns the resolution if it is plausible. Programs write 0, 72 or 96 if they do not know it. */
export function toDpi(x: number, y: number): PageImage['dpi'] {
  const isPlausible = x >= 97 && y >= 97 && x <= 2_400 && y <= 2_400
  return isPlausible ? { x, y } : undefined
}
