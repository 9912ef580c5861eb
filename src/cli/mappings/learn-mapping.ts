import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { parseJson } from '../../domain/values/json.ts'
import { describeError, errorMessage, packageFolder, requirePdf, withReaders } from '../readers.ts'
import { UsageError } from '../usage.ts'
import { replaceFile } from '../write.ts'

export interface LearnOptions {
  out?: string
}

interface Example {
  file: string
  reading: unknown
}

/** Learns a mapping from PDFs and their corrected readings. Exit code 0 when one was learned, else 1. */
export async function learnMapping(files: string[], { out }: LearnOptions): Promise<number> {
  const examples = await loadExamples(files)
  return withReaders({ folder: packageFolder }, async (sandbox, folder) => {
    try {
      for (const { file } of examples) await requirePdf(file)
      const order = path.join(folder, 'order.json')
      await writeFile(order, JSON.stringify({ name: requestedName(out), examples }))
      const { yaml, title } = await sandbox.learn(order)
      if (out === undefined) process.stdout.write(yaml)
      else await replaceFile(out, (partial) => writeFile(partial, yaml))
      process.stderr.write(`docket: Learned "${title}".\n`)
      return 0
    } catch (error) {
      process.stderr.write(`docket: ${describeError(error)}\n`)
      return 1
    }
  })
}

/** Pairs of a PDF and the JSON of its reading. */
async function loadExamples(files: string[]): Promise<Example[]> {
  if (files.length % 2 !== 0) {
    throw new UsageError('Name each PDF with its reading: invoice.pdf reading.json …')
  }
  const pairs = files.flatMap((file, index) =>
    index % 2 === 0 ? [[file, files[index + 1] ?? '']] : [],
  )
  return Promise.all(
    pairs.map(async ([pdf = '', json = '']) => ({
      file: path.resolve(pdf),
      reading: await loadReading(json),
    })),
  )
}

async function loadReading(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UsageError(`Cannot read ${file}: ${errorMessage(error)}`)
  })
  const reading = parseJson(text)
  if (reading === undefined) throw new UsageError(`${file} is not JSON.`)
  return reading
}

/** A file that is named like a mapping gives its name. */
function requestedName(out: string | undefined): string | undefined {
  const name = path.basename(out ?? '', path.extname(out ?? ''))
  return /^[a-z][a-z0-9_]*_v\d+$/.test(name) ? name : undefined
}
