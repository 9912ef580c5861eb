const maxInflatedBytes = 50 * 1024 * 1024
const maxRows = 20_000
const maxColumns = 200

/** True if the bytes are a ZIP archive, as every XLSX file is. */
export function isXlsx(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/**
 * Returns the first sheet of an XLSX file as tab-separated text; throws if the file is damaged or too large. Runs in
 * the user's browser, so that the server never unpacks the file.
 */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const files = listFiles(bytes)
  const sheets = [...files.keys()].filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
  const [sheet] = sheets.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  if (sheet === undefined) throw new Error('The file has no sheet')
  const texts = readSharedTexts(await inflate(bytes, files.get('xl/sharedStrings.xml')))
  const rows = readRows(await inflate(bytes, files.get(sheet)), texts)
  return rows.map((cells) => cells.map(quote).join('\t')).join('\n')
}

interface ZippedFile {
  start: number
  size: number
  isDeflated: boolean
}

/** Lists the files in the central directory of a ZIP archive. */
function listFiles(bytes: Uint8Array): Map<string, ZippedFile> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let end = bytes.length - 22
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--
  if (end < 0) throw new Error('Not a ZIP archive')
  const files = new Map<string, ZippedFile>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new Error('Damaged ZIP archive')
    const nameLength = view.getUint16(at + 28, true)
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength))
    const local = view.getUint32(at + 42, true)
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
    const isDeflated = view.getUint16(at + 10, true) === 8
    files.set(name, { start, size: view.getUint32(at + 20, true), isDeflated })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return files
}

async function inflate(
  bytes: Uint8Array<ArrayBuffer>,
  file: ZippedFile | undefined,
): Promise<string> {
  if (!file) return ''
  const packed = new Blob([bytes.subarray(file.start, file.start + file.size)]).stream()
  const stream = file.isDeflated
    ? packed.pipeThrough(new DecompressionStream('deflate-raw'))
    : packed
  const decoder = new TextDecoder()
  let [text, length] = ['', 0]
  const reader = stream.getReader()
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength
    if (length > maxInflatedBytes) {
      await reader.cancel()
      throw new Error('The file is too large')
    }
    text += decoder.decode(part.value, { stream: true })
  }
  return text + decoder.decode()
}

function readSharedTexts(xml: string): string[] {
  return [...xml.matchAll(/<si>(.*?)<\/si>|<si\/>/gs)].map(([, content = '']) => readText(content))
}

/** Joins all text runs except phonetic hints. */
function readText(xml: string): string {
  const runs = xml.replace(/<rPh.*?<\/rPh>/gs, '').matchAll(/<t(?:\s[^>]*)?>(.*?)<\/t>/gs)
  return unescapeXml([...runs].map(([, text = '']) => text).join(''))
}

function readRows(xml: string, texts: readonly string[]): string[][] {
  const rows: string[][] = []
  for (const [, content = ''] of xml.matchAll(/<row(?:\s[^>]*)?>(.*?)<\/row>/gs)) {
    if (rows.length >= maxRows) throw new Error('The file is too large')
    rows.push(readCells(content, texts))
  }
  return rows
}

function readCells(xml: string, texts: readonly string[]): string[] {
  const cells: string[] = []
  for (const [, attributes = '', content = ''] of xml.matchAll(
    /<c(\s[^>]*?)?(?:\/>|>(.*?)<\/c>)/gs,
  )) {
    const [, letters = ''] = /\br="([A-Z]+)\d+"/.exec(attributes) ?? []
    const column = letters === '' ? cells.length : toIndex(letters)
    if (column >= maxColumns) continue
    while (cells.length < column) cells.push('')
    cells[column] = readCell(attributes, content, texts)
  }
  return cells
}

function readCell(attributes: string, content: string, texts: readonly string[]): string {
  const [, type = 'n'] = /\bt="(\w+)"/.exec(attributes) ?? []
  if (type === 'inlineStr') return readText(content)
  const [, value = ''] = /<v(?:\s[^>]*)?>(.*?)<\/v>/s.exec(content) ?? []
  if (type === 's') return texts[Number(value)] ?? ''
  const isWhole = type === 'n' && value !== '' && Number.isSafeInteger(Number(value))
  return isWhole ? String(Number(value)) : unescapeXml(value)
}

/** Converts column letters to an index: `A` is 0, `AA` is 26. */
function toIndex(letters: string): number {
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function unescapeXml(text: string): string {
  return text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex, decimal, name) => {
    if (name !== undefined) return entities[String(name)] ?? String(all)
    const code = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
}

function quote(cell: string): string {
  return /["\t\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
