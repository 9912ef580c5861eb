import { constants, existsSync } from 'node:fs'
import { access, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'
import { DownloadFormat } from '../../domain/mapping/output-formats.ts'
import { errorMessage } from './describe-error.ts'
import { reserveUniqueName } from './output-names.ts'
import { UsageError } from './usage.ts'

/** Where output goes, such as `-o -`, `-o result.json` or `-o folder`. */
export type Destination =
  | { kind: 'stdout' }
  | { kind: 'file'; path: string }
  | { kind: 'folder'; path: string; overwrites: boolean; usedNames: Set<string> }

export interface DestinationOptions {
  out?: string
  overwrite?: boolean
  json?: boolean
}

/**
 * Parses the output destination and checks it before any work is done. A path is a folder if it ends with a slash, is
 * an existing folder, or has no extension; otherwise, it is a file.
 */
export async function openDestination(
  { out, overwrite = false, json = false }: DestinationOptions,
  count: number,
): Promise<Destination> {
  if (out === undefined) return { kind: 'stdout' }
  if (out === '-') {
    if (json) throw new UsageError('-o - and --json both write to standard output: remove one.')
    return { kind: 'stdout' }
  }
  const found = await stat(out).catch(() => undefined)
  const isFolder = found?.isDirectory() ?? (out.endsWith('/') || path.extname(out) === '')
  if (!isFolder && count > 1) {
    const folder = out.slice(0, -path.extname(out).length || undefined)
    throw new UsageError(
      `-o ${out} is one file, but there are ${count} documents: pass a folder, such as -o ${folder}/`,
    )
  }
  if (!isFolder) {
    await createFolder(path.dirname(out), out)
    return { kind: 'file', path: out }
  }
  await createFolder(out, out)
  return { kind: 'folder', path: out, overwrites: overwrite, usedNames: new Set() }
}

/**
 * Returns the format that a file name such as `-o result.csv` implies. With a schema, a JSON file contains the
 * requested object.
 */
export function inferFormat(
  out: string | undefined,
  { schema }: { schema?: string } = {},
): DownloadFormat | undefined {
  if (out === undefined || out === '-' || out.endsWith('/')) return undefined
  const extension = path.extname(out).slice(1).toLowerCase()
  if (out.endsWith('.ubl.xml')) return 'ubl'
  const isObject = out.endsWith('.fields.json') || (schema !== undefined && extension === 'json')
  const format = DownloadFormat.safeParse(isObject ? 'fields' : extension).data
  if (format === undefined && extension !== '' && !existsSync(out)) {
    const known = DownloadFormat.options.filter((one) => one !== 'fields').join(', ')
    throw new UsageError(
      `No format has the extension ".${extension}". Use one of ${known}, or pass --format.`,
    )
  }
  return format
}

/** Creates an output folder before any work is done, so that no result is lost if the folder cannot be created. */
export async function createFolder(folder: string, out: string = folder): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const isTaken = code === 'EEXIST' || code === 'ENOTDIR'
    const reason = isTaken ? 'a file of this name exists' : errorMessage(error)
    throw new UsageError(`-o ${out} cannot be written: ${reason}.`)
  }
}

/**
 * Writes a result and returns its path. Never overwrites a file in a folder: if the name belongs to a file with other
 * content, adds a number.
 */
export async function saveResultFile(
  destination: Exclude<Destination, { kind: 'stdout' }>,
  { filename, format, bytes }: { filename: string; format: string; bytes: Uint8Array },
): Promise<string> {
  if (destination.kind === 'file') return replaceFile(destination.path, bytes)
  const { path: folder, overwrites, usedNames } = destination
  for (;;) {
    const file = path.join(folder, reserveUniqueName(filename, format, usedNames))
    if (overwrites) return replaceFile(file, bytes)
    if (await create(file, bytes)) return file
  }
}

/**
 * Creates the file unless it exists. Returns true if it was created or already has the same content. Two concurrent
 * commands never get the same name.
 */
async function create(file: string, bytes: Uint8Array): Promise<boolean> {
  const present = await readFile(file).catch(() => undefined)
  if (present?.equals(bytes)) return true
  try {
    await (await open(file, 'wx')).close()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw unwritable(file, cause)
  }
  await replaceFile(file, bytes).catch(async (error: unknown) => {
    await rm(file, { force: true })
    throw error
  })
  return true
}

/** Writes to a temporary file and renames it, so that the final name never refers to a partial result. */
export async function replaceFile(file: string, bytes: Uint8Array): Promise<string> {
  const partial = `${file}.${process.pid}.partial`
  try {
    await writeFile(partial, bytes)
    await rename(partial, file)
    return file
  } catch (cause) {
    await rm(partial, { force: true })
    throw unwritable(file, cause)
  }
}

function unwritable(file: string, cause: unknown): AppError {
  const detail = createDetail('file_unwritable', { file, fault: errorMessage(cause) })
  return new AppError('IO_ERROR', detail, { cause })
}
