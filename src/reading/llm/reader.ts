import type { Db } from '../../db/db.ts'
import { recordLlmCall } from '../../db/llm-calls.sql.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { anyDocument, automatic, type Mapping } from '../../domain/mapping/mapping.ts'
import { type Meter, noMeter } from '../../domain/ports/meter.ts'
import type { Sandbox, SandboxResult } from '../../extraction/sandbox/sandbox.ts'
import type { ReadDocument, ReadRun, ReadTask } from '../read-document.ts'
import { askPages } from './ask-pages.ts'
import type { ModelSettings, Usage } from './chat.ts'
import { costOf, type TokenPrices } from './prices.ts'

export interface ModelReading {
  db: Db
  mappings: ReadonlyMap<string, Mapping>
  sandbox: Pick<Sandbox, 'extract' | 'transcribe'>
  model: ModelSettings
  prices: TokenPrices
  meter?: Meter
}

/**
 * Reads documents by our own rules; a heat sheet of a layout that they do not know, through a language model. What that
 * one says is checked by the sandbox against the words of the document.
 */
export function modelReader(using: ModelReading): ReadDocument {
  const { sandbox } = using
  return async (task, run) => {
    if (!mayBeHeatSheet(using, task)) return sandbox.extract(task, run)
    const first = await sandbox.extract(task, run).catch(asMisread)
    if (!isMisread(first)) return first
    const { questions, transcript_file } = await sandbox.transcribe(task, run)
    if (questions.length === 0) return orThrow(first)
    const answers = await run.call('llm', () => askPages(questions, askingOf(using, task, run)))
    const answered = { ...task, answers: { transcript_file, answers } }
    return sandbox.extract(answered, run).catch((thrown: unknown) => {
      // Asked for by nobody by name, it may well be no heat sheet at all.
      if ('outputs' in first && isCode(thrown, 'LLM_UNUSABLE')) return first
      throw thrown
    })
  }
}

/** By its name, or by the name of a swimmer: for any other document a model is not even considered. */
function mayBeHeatSheet({ mappings }: ModelReading, { mapping, params }: ReadTask): boolean {
  if (mapping === automatic.name) return (params['swimmer'] ?? '').trim() !== ''
  return mappings.get(mapping)?.reader === 'heat_sheet'
}

type Outcome = SandboxResult | AppError

/** What our own rules say of a heat sheet that they cannot read. */
const misreadings = ['MAPPING_MISMATCH', 'NO_TEXT', 'UNREADABLE_SHEET']

function asMisread(thrown: unknown): AppError {
  if (thrown instanceof AppError && misreadings.includes(thrown.code)) return thrown
  throw thrown
}

function isMisread(outcome: Outcome): outcome is AppError | SandboxResult {
  return outcome instanceof AppError || outcome.mapping === anyDocument
}

function orThrow(outcome: Outcome): SandboxResult {
  if (outcome instanceof AppError) throw outcome
  return outcome
}

function isCode(thrown: unknown, code: AppError['code']): boolean {
  return thrown instanceof AppError && thrown.code === code
}

function askingOf(using: ModelReading, task: ReadTask, run: ReadRun) {
  const { db, model, prices, meter = noMeter } = using
  const { job_id, owner_id } = task
  return {
    model,
    signal: run.signal,
    onProgress: run.onProgress,
    onUsage: (usage: Usage) => {
      const cost = costOf(usage, prices)
      meter.count('llm_tokens', usage.input_tokens, { direction: 'asked' })
      meter.count('llm_tokens', usage.output_tokens, { direction: 'answered' })
      meter.count('llm_cost', cost ?? 0)
      return recordLlmCall(db, { job_id, owner_id, ...usage, cost })
    },
  }
}
