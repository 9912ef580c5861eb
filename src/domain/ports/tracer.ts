import { AppError } from '../errors/errors.ts'

export type Attributes = Record<string, string | number | boolean>

/** One step of a trace, from its begin to its end. */
export interface Span {
  /** How whoever goes on with this names it, as W3C writes it; undefined where no traces are kept. */
  readonly traceparent: string | undefined
  end(outcome?: { attributes?: Attributes; error?: string }): void
}

export interface SpanStart {
  /** Another span's `traceparent`: the new one is a part of it. */
  parent?: string | null | undefined
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: Attributes
}

/** Where traces for the operator go. */
export interface Tracer {
  begin(name: string, start?: SpanStart): Span
}

const noSpan: Span = { traceparent: undefined, end() {} }

/** For whoever keeps none. */
export const noTracer: Tracer = { begin: () => noSpan }

/** A span around some work, which fails when that does. */
export async function traced<Result>(
  tracer: Tracer,
  name: string,
  start: SpanStart,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const span = tracer.begin(name, start)
  try {
    const result = await work(span)
    span.end()
    return result
  } catch (error) {
    span.end({ error: nameOf(error) })
    throw error
  }
}

/** A code or a class: the words of an error may tell of a document. */
function nameOf(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.name : 'Error'
}
