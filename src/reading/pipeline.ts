import type { Db } from '../db/db.ts'
import type { DirectoryCache } from '../directory/owner-directory.ts'
import type { Mapping } from '../domain/mapping/mapping.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Meter } from '../domain/ports/meter.ts'
import type { Tracer } from '../domain/ports/tracer.ts'
import type { Sandbox } from '../extraction/sandbox/sandbox.ts'
import type { ReadDocument, ReadStep } from './steps/read-document.ts'
import { applyOwnerDirectory } from './steps/apply-owner-directory.ts'
import { askAboutInvoice } from './steps/ask-about-invoice.ts'
import { askLanguageModel, type LanguageModel } from './steps/ask-language-model.ts'
import { cachePrograms } from './steps/cache-programs.ts'
import { measure } from './steps/measure.ts'
import { readFieldsLocally } from './steps/read-fields-locally.ts'
import { readWithLayouts } from './steps/read-with-layouts.ts'
import { readWithDraft } from './steps/read-with-draft.ts'

export interface PipelineDeps {
  db: Db
  directories: DirectoryCache
  log: Log
  mappings: ReadonlyMap<string, Mapping>
  meter: Meter
  tracer: Tracer
  sandbox: Pick<Sandbox, 'extract' | 'rewrite' | 'transcribe'>
  /** Identifies the heat sheet reader by version and settings, for the program cache. */
  programReader: string
  /** Undefined if no language model is configured. */
  languageModel: LanguageModel | undefined
  /** Sends documents to a gateway. Undefined if the sandbox reads all of them. */
  gateway: ReadStep | undefined
}

/**
 * Builds the steps in which a worker reads a document. The steps run in the listed order, and the last one reads the
 * document. A gateway does its own processing, so the steps after it apply only to documents that the gateway does not
 * read. `docket gateway` has no database, so it uses the sandbox without these steps.
 */
export function createPipeline(deps: PipelineDeps): ReadDocument {
  const { sandbox, gateway, languageModel } = deps
  const localSteps: ReadStep[] = [
    cachePrograms({ ...deps, reader: deps.programReader }),
    ...(languageModel ? [askLanguageModel({ ...deps, ...sandbox, ...languageModel })] : []),
    ...(languageModel ? [askAboutInvoice({ ...deps, ...languageModel })] : []),
  ]
  const readLocally = chain(localSteps, sandbox.extract)
  const steps: ReadStep[] = [
    measure(deps),
    applyOwnerDirectory({ ...deps, ...sandbox }),
    readWithDraft({ ...deps, ...sandbox }),
    readWithLayouts({ ...deps, local: gateway && readLocally }),
    ...(gateway ? [readFieldsLocally(readLocally), gateway] : []),
  ]
  return chain(steps, readLocally)
}

function chain(steps: ReadStep[], last: ReadDocument): ReadDocument {
  return steps.reduceRight((next, step) => step(next), last)
}
