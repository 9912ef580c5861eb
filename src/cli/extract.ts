import { copyFile, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { SingleBar } from 'cli-progress'
import { AppError } from '../domain/errors.ts'
import type { OutputFormat } from '../domain/mapping.ts'
import { loadKnowledge } from '../extraction/knowledge.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import { checkRequest } from './extract-request.ts'
import { outputNames } from './output-names.ts'
import { packageFolder, readers, refuseOther, reasonOf, sayWhy, withReaders } from './readers.ts'
import { UsageError } from './usage.ts'

export interface ExtractOptions {
  mapping: string
  set?: string[]
  format?: OutputFormat
  out?: string
  parties?: string
  goods?: string
}

/** Reads PDFs without a server. The exit code: 0 when all were read, 1 when some were not. */
export async function extractFiles(files: string[], options: ExtractOptions): Promise<number> {
  const { out, mapping, parties, goods } = options
  if (files.length > 1 && out === undefined) {
    throw new UsageError('For more than one file, say where to write: --out FOLDER')
  }
  const knowledge = { folder: packageFolder, parties, goods }
  const format = checkRequest(loadKnowledge(knowledge).mappings, options)
  if (out !== undefined) await makeOut(out)
  return withReaders(knowledge, (sandbox, folder) =>
    readAll(files, { sandbox, mapping, format, folder, out }),
  )
}

interface Reading {
  sandbox: Sandbox
  mapping: string
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
  const remarks: string[] = []
  let failures = 0
  const waiting = files.entries()
  const readNext = async () => {
    for (const [index, file] of waiting) {
      try {
        const doubts = await readOne(file, names[index] ?? '', reading)
        remarks.push(...doubts.map((doubt) => `${file}: needs review: ${doubt}\n`))
      } catch (error) {
        failures += 1
        remarks.push(`${file}: ${sayWhy(error)}\n`)
      }
      bar.increment({ file: path.basename(file) })
    }
  }
  await Promise.all(Array.from({ length: readers }, readNext))
  bar.stop()
  for (const remark of remarks) process.stderr.write(remark)
  return failures === 0 ? 0 : 1
}

/** Returns why a person should look at the result before relying on it. */
async function readOne(file: string, name: string, reading: Reading): Promise<string[]> {
  const { sandbox, mapping, format, out } = reading
  await refuseOther(file)
  const folder = await mkdtemp(path.join(reading.folder, 'file-'))
  const task = { file: path.resolve(file), mapping, folder }
  const { outputs, review_reasons, mapping: readBy } = await sandbox.extract(task, {})
  const output = outputs.find((one) => one.format === format)
  if (!output) {
    const formats = outputs.map((one) => one.format).join(', ')
    throw new AppError('UNKNOWN_FORMAT', `It was read by ${readBy}, which writes ${formats}.`)
  }
  if (out === undefined) process.stdout.write(await readFile(output.file))
  else await replaceFile(output.file, path.join(out, name))
  return review_reasons
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

async function makeOut(out: string): Promise<void> {
  await mkdir(out, { recursive: true }).catch((error: Error) => {
    throw new UsageError(`The folder ${out} cannot be made: ${error.message}`)
  })
}
