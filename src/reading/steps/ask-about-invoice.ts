import type { Db } from '../../db/db.ts'
import { AppError } from '../../domain/errors/app-error.ts'
import type { FieldsReply } from '../../domain/fields/fields-answer.ts'
import type { InvoiceReply } from '../../domain/invoice/invoice-answer.ts'
import type { Log } from '../../domain/ports/log.ts'
import type { Meter } from '../../domain/ports/meter.ts'
import { DependencyWait } from '../../queue/call-dependency.ts'
import { askFields } from '../llm/ask-fields.ts'
import { askModelForInvoice, type AskOptions } from '../llm/ask-invoice.ts'
import { recordUsage } from '../llm/record-usage.ts'
import type { LanguageModel } from './ask-language-model.ts'
import type { ReadResult, ReadRun, ReadStep, ReadTask } from './read-document.ts'

interface AskInvoiceDeps extends LanguageModel {
  db: Db
  log: Log
  meter: Meter
}

/**
 * Asks a language model about an invoice without a layout, or about requested fields, if a value is uncertain. The
 * sandbox then reads the document again, and accepts only values that are on the page. Waits if the model is busy. If
 * the model fails, the reading stays unchanged, because the model is optional.
 */
export function askAboutInvoice(deps: AskInvoiceDeps): ReadStep {
  return (next) => async (task, run) => {
    const first = await next({ ...task, may_ask: true }, run)
    const { question, ...result } = first
    if (!question) return result
    const reply = await getReply(deps, task, run, question)
    if (reply === 'not_sent') return result
    const { pages_file } = question
    const second = await next({ ...task, replied: { pages_file, reply } }, run)
    countValues(deps.meter, second.language_model)
    return second
  }
}

/** Returns the model's reply to a question about an invoice or about requested fields. */
async function getReply(
  deps: AskInvoiceDeps,
  task: ReadTask,
  run: ReadRun,
  question: NonNullable<ReadResult['question']>,
): Promise<InvoiceReply | FieldsReply | 'not_sent'> {
  const { model } = deps.model
  if ('kind' in question) {
    const { kind, asked } = question
    const answers = await ask(deps, task, run, (options) => askFields(question, options))
    const paths = asked.map(({ path }) => path)
    return answers === 'not_sent' ? answers : { kind, model, paths, answers }
  }
  const { text, paths } = question
  const answer = await ask(deps, task, run, (options) => askModelForInvoice(text, options))
  return answer === 'not_sent' ? answer : { model, paths, answer }
}

/** Asks the model. Returns null if the text was sent but the response cannot be used. */
async function ask<Answer>(
  deps: AskInvoiceDeps,
  task: ReadTask,
  run: ReadRun,
  send: (options: AskOptions) => Promise<Answer | null>,
): Promise<Answer | null | 'not_sent'> {
  const { model, log } = deps
  const { job_id } = task
  const onUsage = (usage: Parameters<typeof recordUsage>[2]) => recordUsage(deps, task, usage)
  try {
    return await run.call('llm', () => send({ model, onUsage, signal: run.signal }))
  } catch (thrown) {
    run.signal.throwIfAborted()
    if (thrown instanceof DependencyWait && thrown.cause === undefined) {
      if (!thrown.isOpen) throw thrown
      return 'not_sent'
    }
    const error = thrown instanceof DependencyWait ? thrown.cause : thrown
    if (!(error instanceof AppError)) throw thrown
    log.warn({ job_id, code: error.code, err: error }, 'document read without the language model')
    return null
  }
}

function countValues(meter: Meter, use: { found: number; not_on_page: number } | undefined): void {
  if (!use) return
  meter.count('llm_values', use.found, { result: 'found' })
  meter.count('llm_values', use.not_on_page, { result: 'not_on_page' })
}
