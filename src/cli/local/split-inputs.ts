import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { toPartFilename } from '../../domain/document/filename.ts'
import { formatPageRange, maxPageRanges, type PageRange } from '../../domain/values/page-range.ts'
import type { Input } from '../io/inputs.ts'
import { forEachInOrder } from '../io/sequence.ts'
import { UsageError } from '../io/usage.ts'
import { readDocument, type ReadOptions, toFile } from './read-file.ts'

/** Page ranges to split documents into, or `found` to split them wherever Docket finds several invoices. */
type Split = PageRange[] | 'found'

/** Returns how to split documents; undefined to leave them whole. */
export function readSplitOptions(
  { split, splitAt }: { split?: boolean; splitAt?: string },
  inputs: readonly Input[],
): Split | undefined {
  if (splitAt === undefined) return split ? 'found' : undefined
  if (inputs.length !== 1) throw new UsageError('--split-at takes one document.')
  return parsePageRanges(splitAt)
}

/** Parses `1-2,3`. */
function parsePageRanges(text: string): PageRange[] {
  const ranges = text.split(',').map((part): PageRange => {
    const [, first, last = first] = /^\s*(\d{1,5})(?:\s*-\s*(\d{1,5}))?\s*$/.exec(part) ?? []
    if (first === undefined)
      throw new UsageError(`"${part}" is not a range of pages. Write pages as 1-2,3.`)
    return [Number(first), Number(last)]
  })
  if (ranges.length > maxPageRanges)
    throw new UsageError(`A document can be split into at most ${maxPageRanges} parts.`)
  return ranges
}

/** Replaces each document that contains several invoices with its parts. Keeps documents that cannot be read. */
export async function splitInputs(
  inputs: readonly Input[],
  split: Split,
  reading: ReadOptions & { jobs: number },
): Promise<Input[]> {
  const parts = await forEachInOrder(
    inputs,
    reading.jobs,
    (input) => splitInput(input, split, reading),
    (_, made) => made,
  )
  return parts.flat()
}

async function splitInput(input: Input, split: Split, reading: ReadOptions): Promise<Input[]> {
  const { sandbox, folder } = reading
  const file = await toFile(sandbox, input, folder).catch(() => undefined)
  if (file === undefined) return [input]
  const ranges =
    split === 'found' ? await findRanges({ ...input, part_file: file }, reading) : split
  // Uses the saved copy of standard input from now on, because a stream can be read only once.
  if (!ranges) return [input.kind === 'file' ? input : { ...input, part_file: file }]
  const parts = ranges.map((pages) => ({ pages, target: path.join(folder, `${randomUUID()}.pdf`) }))
  await sandbox.split({ file, parts }, {})
  return parts.map(({ pages, target }) => ({
    name: `${input.name} (${formatPageRange(pages)})`,
    kind: 'file',
    filename: toPartFilename(input.filename, pages),
    part_file: target,
  }))
}

/**
 * Returns the page range of each invoice. Returns undefined for a single invoice, and for a document that cannot be
 * read, because reading it later reports the error.
 */
async function findRanges(input: Input, reading: ReadOptions): Promise<PageRange[] | undefined> {
  const result = await readDocument(input, reading, { isPart: false }).catch(() => undefined)
  const reason = result?.review_reasons.find(({ code }) => code === 'several_invoices')
  return reason?.params['ranges'] as PageRange[] | undefined
}
