import type { Orientation, PageImage } from './page-image.ts'

/** Long side of the page for images without a resolution, in points: the long side of A4. */
const longSide = 842
/** Minimum resolution of a page, in dpi. Enlarged further, a tiny image would take many seconds of OCR. */
const minDpi = 18
/** Maximum side of a page, in points. A stated resolution that would produce a larger page must be wrong. */
const maxSide = 3_000

/** Transformation matrices that place an image of each orientation upright on a page of this width and height. */
const placements: Record<Orientation, (wide: string, high: string) => string> = {
  1: (wide, high) => `${wide} 0 0 ${high} 0 0`,
  2: (wide, high) => `-${wide} 0 0 ${high} ${wide} 0`,
  3: (wide, high) => `-${wide} 0 0 -${high} ${wide} ${high}`,
  4: (wide, high) => `${wide} 0 0 -${high} 0 ${high}`,
  5: (wide, high) => `0 -${high} -${wide} 0 ${wide} ${high}`,
  6: (wide, high) => `0 -${high} ${wide} 0 0 ${high}`,
  7: (wide, high) => `0 ${high} ${wide} 0 0 0`,
  8: (wide, high) => `0 ${high} -${wide} 0 ${wide} 0`,
}

/**
 * Writes a PDF with one image per page. Identical images produce identical bytes, so that a photo uploaded twice is
 * recognised as the same document.
 */
export function writeImagesPdf(images: Iterable<PageImage>): { pdf: Buffer; page_count: number } {
  const objects: Buffer[] = []
  const pages: string[] = []
  // Objects 1 and 2 are the catalog and the page tree.
  for (const image of images) {
    const at = 3 + objects.length
    pages.push(`${at} 0 R`)
    objects.push(...pageObjects(image, at))
  }
  const tree = `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${pages.length} >>`
  const head = ['<< /Type /Catalog /Pages 2 0 R >>', tree].map((text) => Buffer.from(text))
  return { pdf: writeFile([...head, ...objects]), page_count: pages.length }
}

function pageObjects(image: PageImage, at: number): Buffer[] {
  const { width, height, orientation, dictionary, data } = image
  const [wide, high] = pageSize(image).map((points) => String(Math.round(points * 100) / 100))
  const resources = `/Resources << /XObject << /I ${at + 2} 0 R >> >>`
  const page = `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${wide} ${high}] /Contents ${at + 1} 0 R ${resources} >>`
  const content = `q ${placements[orientation](wide ?? '', high ?? '')} cm /I Do Q`
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} ${dictionary}`
  return [Buffer.from(page), stream('', Buffer.from(content)), stream(entries, data)]
}

/** Returns the width and height of the upright page, in points. */
function pageSize({ width, height, orientation, dpi }: PageImage): [number, number] {
  const scale = Math.min(longSide / Math.max(width, height), 72 / minDpi)
  const isStated = dpi && Math.max(width / dpi.x, height / dpi.y) * 72 <= maxSide
  const [wide, high] = isStated
    ? [(width / dpi.x) * 72, (height / dpi.y) * 72]
    : [width * scale, height * scale]
  return orientation >= 5 ? [high, wide] : [wide, high]
}

function stream(entries: string, data: Uint8Array): Buffer {
  const head = `<< ${entries} /Length ${data.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')])
}

function writeFile(objects: Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.5\n%\xE2\xE3\xCF\xD3\n', 'latin1')]
  const offsets: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    length += part.length
  }
  for (const [index, object] of objects.entries()) {
    offsets.push(length)
    add(Buffer.from(`${index + 1} 0 obj\n`))
    add(object)
    add(Buffer.from('\nendobj\n'))
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${rows.join('')}`
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(table + trailer)])
}
