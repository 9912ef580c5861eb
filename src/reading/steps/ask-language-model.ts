import type { Db } from '../../db/db.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import { textMappingName, autoMapping, type Mapping } from '../../domain/mapping/mapping.ts'
import type { Meter } from '../../domain/ports/meter.ts'
import type { Sandbox, SandboxResult } from '../../extraction/sandbox/sandbox.ts'
import { asksForFields, type ReadRun, type ReadStep, type ReadTask } from './read-document.ts'
import { askPages } from '../llm/ask-pages.ts'
import type { ModelSettings, TokenUsage } from '../llm/chat.ts'
import type { TokenPrices } from '../llm/prices.ts'
import { recordUsage } from '../llm/record-usage.ts'

/** A configured language model, with its prices. */
export interface LanguageModel {
  model: ModelSettings
  prices: TokenPrices
}

interface LanguageModelDeps extends LanguageModel {
  db: Db
  mappings: ReadonlyMap<string, Mapping>
  transcribe: Sandbox['transcribe']
  meter: Meter
}

/**
 * Asks a language model about a heat sheet whose layout the rules do not recognise. The sandbox then accepts only
 * answers that it finds on the page.
 */
export function askLanguageModel(deps: LanguageModelDeps): ReadStep {
  return (next) => async (task, run) => {
    if (asksForFields(task) || !mayBeHeatSheet(deps, task)) return next(task, run)
    const first = await next(task, run).catch(toOutcome)
    if (!isMisread(first)) return first
    const { questions, transcript_file } = await deps.transcribe(task, run)
    if (questions.length === 0) return unwrapOutcome(first)
    const answers = await run.call('llm', () => askPages(questions, askAboutPages(deps, task, run)))
    const answered = { ...task, answers: { transcript_file, answers } }
    return next(answered, run).catch((thrown: unknown) => {
      // The user did not choose the heat sheet mapping, so this may be another kind of document.
      if ('outputs' in first && isCode(thrown, 'LLM_UNUSABLE')) return first
      throw thrown
    })
  }
}

/**
 * True if the document was submitted as a heat sheet, either by its mapping or with a swimmer's name. Only such
 * documents are sent to a model.
 */
function mayBeHeatSheet({ mappings }: LanguageModelDeps, { mapping, params }: ReadTask): boolean {
  if (mapping === autoMapping.name) return (params['swimmer'] ?? '').trim() !== ''
  return mappings.get(mapping)?.reader === 'heat_sheet'
}

type Outcome = SandboxResult | AppError

/** Errors from the heat sheet rules after which a model may still succeed. */
const retryableCodes = ['MAPPING_MISMATCH', 'NO_TEXT', 'UNREADABLE_SHEET']

function toOutcome(thrown: unknown): AppError {
  if (thrown instanceof AppError && retryableCodes.includes(thrown.code)) return thrown
  throw thrown
}

function isMisread(outcome: Outcome): outcome is AppError | SandboxResult {
  return outcome instanceof AppError || outcome.mapping === textMappingName
}

function unwrapOutcome(outcome: Outcome): SandboxResult {
  if (outcome instanceof AppError) throw outcome
  return outcome
}

function isCode(thrown: unknown, code: AppError['code']): boolean {
  return thrown instanceof AppError && thrown.code === code
}

function askAboutPages(deps: LanguageModelDeps, task: ReadTask, run: ReadRun) {
  return {
    model: deps.model,
    signal: run.signal,
    onProgress: run.onProgress,
    onUsage: (usage: TokenUsage) => recordUsage(deps, task, usage),
  }
}
