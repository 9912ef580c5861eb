import { parseUrl } from '../../domain/values/parse-url.ts'
import { stat } from 'node:fs/promises'
import path from 'node:path'
import { isHttpUrl } from '../../client/url.ts'
import { cleanFilename, isDocumentName } from '../../domain/document/filename.ts'
import { expandPattern, hasWildcard, listFilesBelow } from './glob.ts'
import { UsageError } from './usage.ts'

/** A document given on the command line. */
export interface Input {
  /** The name as the user gave it, or the path within a folder that the user gave. */
  name: string
  /** `stream` means standard input or a named pipe. */
  kind: 'file' | 'url' | 'stream'
  /** File name from which the names of results are derived. */
  filename: string
  /** The file to read instead, if the document is a part of a split document and therefore one invoice. */
  part_file?: string
}

const standardInput = new Set(['-', '/dev/stdin', '/dev/fd/0', '/proc/self/fd/0'])

export function isStandardInput({ name }: Input): boolean {
  return standardInput.has(name)
}

/** Expands folders and patterns to their documents, sorted by name. Keeps the order of the other arguments. */
export async function expandInputs(names: readonly string[]): Promise<Input[]> {
  const inputs: Input[] = []
  for (const name of names) inputs.push(...(await expandOne(name)))
  const streams = inputs.filter(isStandardInput)
  if (streams.length > 1) throw new UsageError('Standard input can be read only once: pass - once.')
  if (streams.length === 1 && process.stdin.isTTY) {
    throw new UsageError('Standard input is a terminal. Pipe a PDF into it, or pass a file.')
  }
  return inputs
}

async function expandOne(name: string): Promise<Input[]> {
  if (isHttpUrl(name)) return [{ name, kind: 'url', filename: toFilename(name) }]
  if (standardInput.has(name)) return [{ name, kind: 'stream', filename: 'stdin.pdf' }]
  const found = await stat(name).catch(() => undefined)
  if (found?.isDirectory()) return listFolder(name)
  if (found === undefined && hasWildcard(name)) return listMatches(name)
  const kind = found?.isFIFO() ? 'stream' : 'file'
  return [{ name, kind, filename: path.basename(name) }]
}

/** Returns the PDFs and images in a folder and its subfolders, except hidden ones. */
async function listFolder(folder: string): Promise<Input[]> {
  const files = (await listFilesBelow(folder)).filter(isDocumentName)
  if (files.length === 0) {
    throw new UsageError(`There is no PDF or image in the folder ${folder}.`)
  }
  return files.map(toFileInput)
}

async function listMatches(pattern: string): Promise<Input[]> {
  const files = await expandPattern(pattern)
  if (files.length === 0) throw new UsageError(`No file matches "${pattern}".`)
  return files.map(toFileInput)
}

function toFileInput(name: string): Input {
  return { name, kind: 'file', filename: path.basename(name) }
}

/** Returns the last segment of a URL's path, or the host if the path is empty. */
function toFilename(url: string): string {
  const parsed = parseUrl(url)
  if (!parsed) return 'document.pdf'
  const { pathname, hostname } = parsed
  const last = pathname.split('/').findLast((part) => part !== '') ?? hostname
  try {
    return cleanFilename(decodeURIComponent(last))
  } catch {
    return cleanFilename(last)
  }
}
