import { z } from 'zod'
import type { ReadingCode, ReadingParams } from './reading-codes.ts'

/**
 * A sentence as data. Messages are stored without their text, which is rendered in the user's language when it is
 * displayed.
 */
export const Message = z.object({
  code: z.string().describe('What it says. Stable: a reworded sentence keeps its code.'),
  path: z
    .string()
    .nullable()
    .describe('The value it is about, as in `evidence`: `lines.2.quantity`.'),
  params: z
    .record(z.string(), z.unknown())
    .meta({ maxProperties: 50 })
    .describe('The values in the sentence; numbers as decimals: "1110.50".'),
})
export type Message = z.infer<typeof Message>

/** A message with its text, as in the API and in files. */
export const RenderedMessage = Message.extend({
  message: z.string().describe('In English, or in the language of `Accept-Language`.'),
}).meta({ id: 'Message' })
export type RenderedMessage = z.infer<typeof RenderedMessage>

/** Returns only those fields of a message that are stored. */
export function toStoredMessage({ code, path, params }: Message): Message {
  return { code, path, params }
}

/** Creates a message for a reading. The types allow only codes and params from the table of reading messages. */
export function message<C extends ReadingCode>(
  code: C,
  path: string | null,
  params: ReadingParams[C],
): Message {
  return { code, path, params: { ...params } as Message['params'] }
}
