import { z } from 'zod'
import { findClosestName } from '../values/edit-distance.ts'
import { parseJson } from '../values/json.ts'
import type { FaultCode, FaultParams } from './fault-codes.ts'
import { describeUnknownKey } from './known-keys.ts'
import { Message } from './message.ts'

/** Creates a fault for the value at `path`, which is null if only the caller knows the path. */
export function createFault<C extends FaultCode>(
  code: C,
  path: string | null,
  params: FaultParams[C],
): Message {
  return { code, path, params: { ...params } as Message['params'] }
}

const Coded = Message.pick({ code: true, params: true })

type Issue = Pick<z.core.$ZodIssue, 'path' | 'message'> & z.core.$ZodIssue

/**
 * Returns every fault that zod finds in `input`. If the schema is given, faults for unknown keys suggest a known key.
 */
export function listFaults(
  { issues }: z.core.$ZodError,
  input: unknown,
  schema?: z.ZodType,
): Message[] {
  return issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys') return [toFault(issue, input)]
    return clipKeys(issue.keys).map((key) =>
      createFault('unknown_key', toPath(issue), describeUnknownKey(key, issue.path, schema)),
    )
  })
}

/** Converts one issue to a fault with its path: `lines.2.quantity`. */
export function toFault(issue: Issue, input: unknown): Message {
  return { ...describeIssue(issue, input), path: toPath(issue) }
}

function toPath({ path }: Pick<Issue, 'path'>): string | null {
  return path.map((key) => clip(String(key))).join('.') || null
}

/** Maximum number of unknown keys in one fault. */
const maxKeys = 20
const maxKeyLength = 100

/** Shortens a key, because a client's key may be as long as its request. */
export function clip(key: string): string {
  return key.length > maxKeyLength ? `${key.slice(0, maxKeyLength)}…` : key
}

/** Shortens a list of unknown keys or columns. */
export function clipKeys(keys: readonly string[]): string[] {
  return keys.slice(0, maxKeys).map(clip)
}

function describeIssue(issue: Issue, input: unknown): Message {
  const isMissing = issue.path.length > 0 && getValue(input, issue.path) === undefined
  if (isMissing && /^invalid_(type|value|union)$/.test(issue.code)) {
    return createFault('missing', null, {})
  }
  const own = Coded.safeParse(parseJson(issue.message))
  return own.success ? { ...own.data, path: null } : describeByKind(issue, input)
}

function describeByKind(issue: Issue, input: unknown): Message {
  switch (issue.code) {
    case 'invalid_type':
      return createFault('wrong_type', null, { expected: issue.expected })
    case 'invalid_value':
      return describeOptions(issue.values.map(String), getValue(input, issue.path))
    case 'invalid_format':
      return createFault('wrong_format', null, { format: issue.format })
    case 'unrecognized_keys':
      return createFault(
        'unknown_key',
        null,
        describeUnknownKey(clip(issue.keys[0] ?? ''), [], undefined),
      )
    case 'not_multiple_of':
      return createFault('not_multiple', null, { divisor: String(issue.divisor) })
    case 'too_small':
      return describeTooSmall(issue)
    case 'too_big':
      return describeTooLarge(issue)
    case 'invalid_union':
      return describeFirst(issue.errors.flat())
    case 'invalid_key':
    case 'invalid_element':
      return describeFirst(issue.issues)
    case 'custom':
      return createFault('invalid', null, {})
  }
}

function describeOptions(values: string[], given: unknown): Message {
  const suggestion = typeof given === 'string' ? findClosestName(clip(given), values) : undefined
  return createFault('not_one_of', null, { values, did_you_mean: suggestion ?? null })
}

function describeFirst([first]: readonly z.core.$ZodIssue[]): Message {
  return first ? describeIssue({ ...first, path: [] }, undefined) : createFault('invalid', null, {})
}

function describeTooSmall({
  origin,
  minimum,
  inclusive = true,
}: z.core.$ZodIssueTooSmall): Message {
  if (origin === 'string' || origin === 'array' || origin === 'set') {
    const least = Number(minimum)
    if (least === 1) return createFault('empty', null, {})
    return createFault(origin === 'string' ? 'text_too_short' : 'list_too_short', null, { least })
  }
  return createFault('number_too_small', null, { least: String(minimum), inclusive })
}

function describeTooLarge({ origin, maximum, inclusive = true }: z.core.$ZodIssueTooBig): Message {
  if (origin === 'string' || origin === 'array' || origin === 'set') {
    const most = Number(maximum)
    return createFault(origin === 'string' ? 'text_too_long' : 'list_too_long', null, { most })
  }
  return createFault('number_too_large', null, { most: String(maximum), inclusive })
}

function getValue(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key],
    input,
  )
}
