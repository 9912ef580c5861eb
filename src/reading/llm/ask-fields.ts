import { z } from 'zod'
import type { FieldsQuestion } from '../../domain/fields/fields-answer.ts'
import { type AskOptions, createSystem, toPageMessage } from './ask-invoice.ts'
import { askModel } from './chat.ts'

const system = createSystem('documents')

/** Asks about the requested fields in one request. Returns text by path, or null if the response cannot be used. */
export async function askFields(
  { asked, text }: Pick<FieldsQuestion, 'asked' | 'text'>,
  { model, onUsage, signal }: AskOptions,
): Promise<Record<string, string | null> | null> {
  // Keys are numbered, because a model may not accept the client's names as keys.
  const toKey = (index: number) => `value_${index + 1}`
  const shape = z.object(
    Object.fromEntries(
      asked.map(({ meaning }, index) => [
        toKey(index),
        z.string().nullable().describe(`${meaning}. Exactly as printed, or null.`),
      ]),
    ),
  )
  const reply = await askModel(model, { system, user: toPageMessage(text), shape }, signal)
  await onUsage(reply.usage)
  if (!('answer' in reply)) return null
  const { answer } = reply
  return Object.fromEntries(asked.map(({ path }, index) => [path, answer[toKey(index)] ?? null]))
}
