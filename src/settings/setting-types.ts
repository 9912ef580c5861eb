import { z } from 'zod'
import { splitHosts } from '../db/postgres-url.ts'

/** A whole number within inclusive bounds. */
export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max)
export const text = z.string().trim().min(1)
export const webUrl = z.url({ protocol: /^https?$/ })
/** Text that `parse` accepts. If `parse` throws, the error's message becomes the fault. */
export const parsedBy = (parse: (text: string) => unknown) =>
  z.string().superRefine((value, { addIssue }) => {
    try {
      parse(value)
    } catch (error) {
      addIssue((error as Error).message)
    }
  })
/** URL of a Postgres server. It may have several hosts, so it is not always a valid URL for browsers. */
export const postgresUrl = parsedBy(splitHosts).meta({ format: 'uri' })

/** A setting that may be absent, with an example for .env.example. */
export const optional = <Type extends z.ZodType>(type: Type, meaning: string, example: string) =>
  type.optional().describe(meaning).meta({ example })

/** A setting that has a value without being set. */
export const withDefault = <Type extends z.ZodType>(
  type: Type,
  value: z.util.NoUndefined<z.output<Type>>,
  meaning: string,
) => type.default(value).describe(meaning)

interface JsonSchema {
  type?: string
  enum?: string[]
  format?: string
  minimum?: number
  maximum?: number
  minLength?: number
}

/** Describes the values that a setting accepts, as a phrase for docs/settings.md and error messages. */
export function describeValues(setting: z.ZodType): string {
  const schema = z.toJSONSchema(setting, { unrepresentable: 'any' }) as JsonSchema
  if (schema.enum) return `one of ${schema.enum.map((word) => `\`${word}\``).join(', ')}`
  if (schema.type === 'boolean') return '`true` or `false`'
  if (schema.format === 'uri') return 'a URL'
  if (schema.format === 'email') return 'an email address'
  if (schema.type === 'integer' || schema.type === 'number') {
    const kind = schema.type === 'integer' ? 'a whole number' : 'a number'
    return `${kind} from ${formatNumber(schema.minimum)} to ${formatNumber(schema.maximum)}`
  }
  return (schema.minLength ?? 0) > 1 ? `text of ${schema.minLength} or more characters` : 'text'
}

function formatNumber(value = 0): string {
  return value.toLocaleString('en-US')
}
