import { rmSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { SingleBar } from 'cli-progress'
import { AppError, toAppError } from '../domain/errors.ts'
import { checkParams, type Mapping, type OutputFormat, Params } from '../domain/mapping.ts'
import { headerWithin, refuseHead } from '../domain/pdf-file.ts'
import { loadMappings } from '../extraction/mapping/load.ts'
import { createSandbox, type Sandbox } from '../extraction/sandbox/sandbox.ts'
import { outputNames } from './output-names.ts'
import { UsageError } from './usage.ts'

export interface ExtractOptions {
  mapping: string
  set?: string[]
  format?: OutputFormat
  out?: string
}

/** How many files are read at a time. */
const readers = cpus().length

const mappingsFolder = fileURLToPath(new URL('../../mappings', import.meta.url))

/** Reads PDFs without a server. The exit code: 0 when all were read, 1 when some were not. */
export async function extractFiles(files: string[], options: ExtractOptions): Promise<number> {
  if (files.length > 1 && options.out === undefined) {
    throw new UsageError('For more than one file, say where to write: --out FOLDER')
  }
  const mapping = chooseMapping(options.mapping)
  const format = options.format ?? mapping.outputs[0]
  if (!format || !mapping.outputs.includes(format)) {
    throw new UsageError(`${mapping.name} writes ${mapping.outputs.join(' or ')}, not ${format}.`)
  }
  const params = parseParams(mapping, options.set ?? [])
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-'))
  const sandbox = createSandbox({ size: readers })
  const forget = () => {
    rmSync(folder, { recursive: true, force: true })
    process.exit(130)
  }
  process.once('SIGINT', forget).once('SIGTERM', forget)
  try {
    if (options.out !== undefined) await makeOut(options.out)
    const reading = { sandbox, mapping, params, format, folder, out: options.out }
    return await readAll(files, reading)
  } finally {
    await sandbox.close()
    await rm(folder, { recursive: true, force: true })
  }
}

interface Reading {
  sandbox: Sandbox
  mapping: Mapping
  params: Params
  format: OutputFormat
  folder: string
  out: string | undefined
}

async function readAll(files: string[], reading: Reading): Promise<number> {
  const names = outputNames(files, reading.format)
  const bar = new SingleBar({
    format: '{bar} {value}/{total} {file}',
    clearOnComplete: true,
    hideCursor: true,
    noTTYOutput: false,
    stream: process.stderr,
  })
  if (process.stderr.isTTY) bar.start(files.length, 0, { file: '' })
  const failures: string[] = []
  const waiting = files.entries()
  const readNext = async () => {
    for (const [index, file] of waiting) {
      await readOne(file, names[index] ?? '', reading).catch((error: unknown) => {
        const { code, message } = toAppError(error)
        failures.push(`${file}: ${code === 'UNKNOWN' ? reasonOf(error) : message} (${code})\n`)
      })
      bar.increment({ file: path.basename(file) })
    }
  }
  await Promise.all(Array.from({ length: readers }, readNext))
  bar.stop()
  for (const failure of failures) process.stderr.write(failure)
  return failures.length === 0 ? 0 : 1
}

async function readOne(file: string, name: string, reading: Reading): Promise<void> {
  const { sandbox, mapping, params, format, out } = reading
  await refuseOther(file)
  const folder = await mkdtemp(path.join(reading.folder, 'file-'))
  const { outputs } = await sandbox.extract(
    { file: path.resolve(file), mapping, params, folder },
    {},
  )
  const output = outputs.find((one) => one.format === format)
  if (!output) throw new Error(`${mapping.name} wrote no ${format}`)
  if (out === undefined) process.stdout.write(await readFile(output.file))
  else await replaceFile(output.file, path.join(out, name))
}

/** A half-written output never stands under its name. */
async function replaceFile(from: string, to: string): Promise<void> {
  const partial = `${to}.partial`
  try {
    await copyFile(from, partial)
    await rename(partial, to)
  } catch (cause) {
    await rm(partial, { force: true })
    throw new AppError('IO_ERROR', `${to} cannot be written: ${reasonOf(cause)}.`, { cause })
  }
}

async function refuseOther(file: string): Promise<void> {
  const kind = await stat(file).catch((cause: unknown) => {
    throw new AppError('NOT_FOUND', 'There is no such file.', { cause })
  })
  if (!kind.isFile()) throw new AppError('NOT_PDF', 'This is not a file but something else.')
  const refused = refuseHead(await readHead(file))
  if (refused) throw refused
}

async function readHead(file: string): Promise<Buffer> {
  const handle = await open(file).catch((cause: unknown) => {
    throw new AppError('IO_ERROR', `It cannot be opened: ${reasonOf(cause)}.`, { cause })
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headerWithin), 0, headerWithin, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

async function makeOut(out: string): Promise<void> {
  await mkdir(out, { recursive: true }).catch((error: Error) => {
    throw new UsageError(`The folder ${out} cannot be made: ${error.message}`)
  })
}

function chooseMapping(name: string): Mapping {
  const mappings = loadMappings(mappingsFolder)
  const mapping = mappings.get(name)
  if (mapping) return mapping
  const known = [...mappings.keys()].join(', ')
  throw new UsageError(`There is no mapping "${name}". There are: ${known}.`)
}

function parseParams(mapping: Mapping, assignments: string[]): Params {
  const pairs = assignments.map((assignment) => {
    const [, name, value] = /^([^=]+)=(.*)$/s.exec(assignment) ?? []
    if (name === undefined || value === undefined) {
      throw new UsageError(`--set takes name=value, not "${assignment}".`)
    }
    return [name, value] as const
  })
  const params = Params.safeParse(Object.fromEntries(pairs))
  if (!params.success) throw new UsageError(`--set: ${params.error.issues[0]?.message}`)
  try {
    checkParams(mapping, params.data)
  } catch (error) {
    throw new UsageError(reasonOf(error))
  }
  return params.data
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
