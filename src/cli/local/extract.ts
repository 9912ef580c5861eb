import { readFile } from 'node:fs/promises'
import { toAppError } from '../../domain/errors/app-error.ts'
import type { DownloadFormat } from '../../domain/mapping/output-formats.ts'
import {
  loadReferenceData,
  type ReferenceData,
} from '../../extraction/reference-data/reference-data.ts'
import type { SandboxResult } from '../../extraction/sandbox/sandbox.ts'
import {
  type Destination,
  inferFormat,
  openDestination,
  saveResultFile,
} from '../io/destination.ts'
import { toExitCode } from '../io/exit-codes.ts'
import { expandInputs, type Input } from '../io/inputs.ts'
import { hasProgressBars } from '../io/progress-bars.ts'
import { type OutputOptions, printJson } from '../io/print.ts'
import { failedDocument, printContent, printFiles, reportDocuments } from '../io/report.ts'
import type { DocumentResult } from '../io/shapes.ts'
import { UsageError } from '../io/usage.ts'
import { forEachFile } from './each-file.ts'
import {
  checkRequest,
  copyMappingFile,
  isMappingFile,
  loadMappingFile,
  type MappingFile,
} from './extract-request.ts'
import { mergeFiles } from './merge.ts'
import {
  listRemarks,
  readContent,
  readDocument,
  type ReadOptions,
  requireOutput,
  toDocumentResult,
} from './read-file.ts'
import { packageFolder, readers, withSandbox } from './readers.ts'
import { readSplitOptions, splitInputs } from './split-inputs.ts'

export interface ExtractOptions extends OutputOptions {
  mapping: string
  param?: string[]
  schema?: string
  format?: DownloadFormat
  out?: string
  overwrite?: boolean
  jobs?: number
  merge?: boolean
  split?: boolean
  splitAt?: string
  confirm?: string[]
  parties?: string
  goods?: string
}

/** Reads PDFs without a server. */
export async function extractFiles(names: string[], options: ExtractOptions): Promise<number> {
  const { out, parties, goods, merge, jobs = readers } = options
  const tables = { folder: packageFolder, parties, goods }
  const mappingFile = isMappingFile(options.mapping) ? loadMappingFile(options.mapping) : undefined
  const mapping = mappingFile?.mapping.name ?? options.mapping
  const referenceData = withMapping(loadReferenceData(tables), mappingFile)
  const requested = options.format ?? inferFormat(out, options)
  const isWorkbook = requested === 'xlsx'
  if (isWorkbook && !merge) throw new UsageError('--format xlsx requires --merge.')
  const { param, schema } = options
  const { format, params } = checkRequest(referenceData.mappings, {
    mapping,
    ...(param && { param }),
    ...(schema !== undefined && { schema }),
    // Requests CSV for a workbook, because both contain the same values.
    ...(requested && { format: isWorkbook ? ('csv' as const) : requested }),
  })
  const confirmed = options.confirm ?? []
  if (confirmed.length > 0 && format !== 'xml') {
    throw new UsageError('--confirm requires --format xml.')
  }
  const given = await expandInputs(names)
  const split = readSplitOptions(options, given)
  const open = (count: number) => openDestination(options, merge ? 1 : count)
  const opened = split ? undefined : await open(given.length)
  return withSandbox(tables, jobs, async (sandbox, folder) => {
    const mapping_file = mappingFile && (await copyMappingFile(mappingFile, folder))
    const reading = { sandbox, mapping, mapping_file, params, format, confirmed, folder }
    const inputs = split ? await splitInputs(given, split, { ...reading, jobs }) : given
    const destination = opened ?? (await open(inputs.length))
    const run = { ...options, jobs, hasProgress: hasProgressBars(options) }
    return merge
      ? mergeFiles(inputs, reading, { referenceData, isWorkbook, destination, run })
      : extractEach(inputs, reading, { destination, run })
  })
}

function withMapping(data: ReferenceData, mappingFile: MappingFile | undefined): ReferenceData {
  if (!mappingFile) return data
  return {
    ...data,
    mappings: new Map([...data.mappings, [mappingFile.mapping.name, mappingFile.mapping]]),
  }
}

interface ExtractRun {
  destination: Destination
  run: ExtractOptions & { jobs: number; hasProgress: boolean }
}

async function extractEach(
  inputs: Input[],
  reading: ReadOptions,
  { destination, run }: ExtractRun,
): Promise<number> {
  const isAlone = inputs.length === 1
  let canConfirm = false
  const finish = async (input: Input, read: Promise<SandboxResult>): Promise<DocumentResult> => {
    try {
      const result = await read
      const document = toDocumentResult(input, result, reading)
      const output = requireOutput(result, reading)
      if (run.json && destination.kind === 'stdout') {
        return { ...document, content: await readContent(output, reading.format) }
      }
      const bytes = await readFile(output)
      if (destination.kind === 'stdout') {
        printContent(input.name, bytes, { isAlone })
        return document
      }
      const { filename } = input
      const file = await saveResultFile(destination, { filename, format: reading.format, bytes })
      return { ...document, file }
    } catch (error) {
      canConfirm ||= isConfirmable(error)
      return failedDocument(input.name, error)
    }
  }
  const documents = await forEachFile(inputs, run, (input) => readDocument(input, reading), finish)
  if (run.json) printJson({ documents })
  else printFiles(documents, destination, run)
  reportDocuments(documents, run, (document) => listRemarks(reading.mapping, document))
  if (canConfirm) {
    process.stderr.write('docket: If the values are correct, repeat with --confirm FILE.\n')
  }
  return toExitCode(documents)
}

/** True if the Coretax file needs only the user's confirmation. */
function isConfirmable(error: unknown): boolean {
  const { code, detail } = toAppError(error)
  return code === 'NOT_FILEABLE' && detail?.params['can_approve'] === true
}
