import { createHash } from 'node:crypto'
import path from 'node:path'
import type { Logger } from 'pino'
import { createScratch, type Scratch, scratchRefreshMs } from '../blobs/scratch.ts'
import type { Config } from '../config.ts'
import { StartupError } from '../domain/errors/app-error.ts'
import type { MeetVocabulary } from '../domain/heat-sheet/meet-vocabulary.ts'
import { listSelectableMappings, type Mapping } from '../domain/mapping/mapping.ts'
import type { Tracer } from '../domain/ports/tracer.ts'
import type { Tables } from '../extraction/directory/directory.ts'
import { readerVersion as programVersion } from '../extraction/heat-sheet/stored-sheet.ts'
import {
  type ReferenceData,
  type ReferenceDataFiles,
  loadReferenceData,
} from '../extraction/reference-data/reference-data.ts'
import { createSandbox, type Sandbox, type SandboxLimits } from '../extraction/sandbox/sandbox.ts'
import { createMetrics, type Metrics } from '../telemetry/meter.ts'
import { createCloser } from './closer.ts'
import { createLog } from './log.ts'
import { openTracer } from './operations.ts'
import { packageFolder, packageVersion } from './package-info.ts'
import { makeFolder } from './storage.ts'

/** Services used by every server command, with or without a database. */
export interface CoreServices {
  config: Config
  log: Logger
  metrics: Metrics
  tracer: Tracer
  scratch: Scratch
  mappings: ReadonlyMap<string, Mapping>
  /** Words on heat sheets, in all languages. */
  meetVocabulary: MeetVocabulary
  /** Built-in companies, units and goods. */
  tables: Tables
  /** Version of the reader, its mappings and its tables. Results from other versions are not reused. */
  reader: string
  /** Version and settings of the heat sheet reader, for stored programs. */
  programReader: string
  /** Starts a pool of child processes, which closes together with these services. */
  openSandbox(options: { size: number; limits?: Partial<SandboxLimits> }): Sandbox
  /** Closes everything that was opened, in reverse order. */
  close(): Promise<void>
  onClose(undo: () => Promise<unknown>): void
}

export interface CoreOverrides {
  log?: Logger
  /** Replaces every pool, for example in tests. The caller closes it. */
  sandbox?: Sandbox
  /** Reference data, if it is already loaded. */
  referenceData?: ReferenceData
}

/** Loads the mappings and tables, and empties the folder for temporary files. */
export async function createCore(
  config: Config,
  overrides: CoreOverrides = {},
): Promise<CoreServices> {
  const { close, onClose } = createCloser()
  const log = overrides.log ?? createLog(config.LOG_LEVEL ?? 'info')
  const referenceData = referenceFiles(config)
  const { mappings, tables, meet_grammar } =
    overrides.referenceData ?? loadReferenceData(referenceData)
  requireMapping(mappings, config.DEFAULT_MAPPING)
  return {
    config,
    log,
    metrics: createMetrics(),
    tracer: await openTracer(config, log, onClose),
    mappings,
    meetVocabulary: meet_grammar.vocabulary,
    tables,
    reader: await readerVersion(mappings, tables, config.OCR_LANGUAGES),
    programReader: `${programVersion} ${config.OCR_LANGUAGES}`,
    scratch: await openScratch(config, log, onClose),
    openSandbox(options) {
      if (overrides.sandbox) return overrides.sandbox
      const sandbox = createSandbox({ ...options, referenceData })
      onClose(sandbox.close)
      return sandbox
    },
    close,
    onClose,
  }
}

async function readerVersion(
  mappings: ReadonlyMap<string, Mapping>,
  tables: Tables,
  ocr: string,
): Promise<string> {
  const data = JSON.stringify([[...mappings.values()], tables, ocr])
  const hash = createHash('sha256').update(data).digest('hex').slice(0, 12)
  return `${await packageVersion()} ${hash}`
}

/** Returns the locations of the package's mappings and tables, and of the tables named in the settings. */
export function referenceFiles({
  PARTIES_FILE,
  GOODS_FILE,
  OCR_LANGUAGES,
}: Config): ReferenceDataFiles {
  return { folder: packageFolder, parties: PARTIES_FILE, goods: GOODS_FILE, ocr: OCR_LANGUAGES }
}

function requireMapping(mappings: ReadonlyMap<string, Mapping>, name: string): void {
  const names = [...listSelectableMappings(mappings).keys()]
  if (names.includes(name)) return
  const known = names.join(', ')
  throw new StartupError(
    'BAD_SETTING',
    `DEFAULT_MAPPING is "${name}", which is not a mapping. Available: ${known}.`,
  )
}

async function openScratch(
  { DATA_DIR, TEMP_FILE_DIR }: Config,
  log: Logger,
  onClose: CoreServices['onClose'],
): Promise<Scratch> {
  const scratch = createScratch(TEMP_FILE_DIR)
  await makeFolder(DATA_DIR).catch((cause: Error) => refuseFolder('DATA_DIR', DATA_DIR, cause))
  await makeFolder(TEMP_FILE_DIR)
    .then(() => scratch.sweep())
    .catch((cause: Error) => {
      const isBelow = path.dirname(TEMP_FILE_DIR) === DATA_DIR
      return isBelow
        ? refuseFolder('DATA_DIR', DATA_DIR, cause)
        : refuseFolder('TEMP_FILE_DIR', TEMP_FILE_DIR, cause)
    })
  const timer = setInterval(() => void tidyScratch(scratch, log), scratchRefreshMs).unref()
  onClose(async () => clearInterval(timer))
  return scratch
}

/** Removes files left behind by crashed processes, and keeps marking the files in use. */
async function tidyScratch(scratch: Scratch, log: Logger): Promise<void> {
  try {
    await scratch.refresh()
    await scratch.sweep()
  } catch (error) {
    log.warn({ err: error }, 'cannot tidy temporary files')
  }
}

function refuseFolder(setting: string, folder: string, cause: Error): never {
  const sentence = `The folder ${folder} cannot be written (${cause.message}). Set ${setting} to a writable folder.`
  throw new StartupError('CANNOT_START', sentence, { cause })
}
