import { copyFile, readFile } from 'node:fs/promises'
import path from 'node:path'
import type { DownloadFormat } from '../domain/mapping/output-formats.ts'
import {
  loadReferenceData,
  type ReferenceData,
} from '../extraction/reference-data/reference-data.ts'
import { eachFile, report } from './each-file.ts'
import {
  checkRequest,
  copyMappingFile,
  isMappingFile,
  loadMappingFile,
  type MappingFile,
} from './extract-request.ts'
import { mergeFiles } from './merge.ts'
import { outputNames } from './output-names.ts'
import { requireOutput, type ReadOptions, readDocument, listRemarks } from './read-file.ts'
import { packageFolder, withReaders } from './readers.ts'
import { UsageError } from './usage.ts'
import { createOutputFolder, replaceFile } from './write.ts'

export interface ExtractOptions {
  mapping: string
  param?: string[]
  format?: DownloadFormat
  out?: string
  merge?: boolean
  confirm?: string[]
  parties?: string
  goods?: string
}

/** Reads PDFs without a server. Exit code 0 if all files were read, otherwise 1. */
export async function extractFiles(files: string[], options: ExtractOptions): Promise<number> {
  const { out, parties, goods, merge } = options
  const tables = { folder: packageFolder, parties, goods }
  const mappingFile = isMappingFile(options.mapping) ? loadMappingFile(options.mapping) : undefined
  const mapping = mappingFile?.mapping.name ?? options.mapping
  const referenceData = withMapping(loadReferenceData(tables), mappingFile)
  const isWorkbook = options.format === 'xlsx'
  if (isWorkbook && !merge) throw new UsageError('--format xlsx requires --merge.')
  // A workbook contains the same values as the CSV file, so CSV is requested.
  const { format: requested, param } = options
  const { format, params } = checkRequest(referenceData.mappings, {
    mapping,
    ...(param && { param }),
    ...(requested && { format: requested === 'xlsx' ? ('csv' as const) : requested }),
  })
  if (!merge && files.length > 1 && out === undefined) {
    throw new UsageError('More than one file requires --out FOLDER.')
  }
  if (!merge && out !== undefined) await createOutputFolder(out)
  return withReaders(tables, async (sandbox, folder) => {
    const mapping_file = mappingFile && (await copyMappingFile(mappingFile, folder))
    const reading = { sandbox, mapping, mapping_file, params, format, folder, out }
    return merge
      ? mergeFiles(files, reading, referenceData, { confirmed: options.confirm, isWorkbook })
      : extractEach(files, reading)
  })
}

function withMapping(data: ReferenceData, mappingFile: MappingFile | undefined): ReferenceData {
  if (!mappingFile) return data
  return {
    ...data,
    mappings: new Map([...data.mappings, [mappingFile.mapping.name, mappingFile.mapping]]),
  }
}

async function extractEach(files: string[], reading: ReadOptions): Promise<number> {
  const names = outputNames(files, reading.format)
  const outcomes = await eachFile(files, async (file, index) => {
    const result = await readDocument(file, reading)
    await deliver(requireOutput(result, reading), names[index] ?? '', reading.out)
    return listRemarks(reading.mapping, result)
  })
  return report(files, outcomes, (remarks) => remarks) === 0 ? 0 : 1
}

async function deliver(output: string, name: string, out: string | undefined): Promise<void> {
  if (out === undefined) process.stdout.write(await readFile(output))
  else await replaceFile(path.join(out, name), (partial) => copyFile(output, partial))
}
