import { AppError } from '../errors/app-error.ts'

export type Attributes = Record<string, string | number | boolean>

/** One span in a trace. */
export interface Span {
  /** W3C `traceparent` of this span, or undefined if tracing is off. */
  readonly traceparent: string | undefined
  end(outcome?: { attributes?: Attributes; error?: string }): void
}

export interface SpanStart {
  /** W3C `traceparent` of the parent span. */
  parent?: string | null | undefined
  kind?: 'internal' | 'server' | 'client' | 'consumer'
  attributes?: Attributes
}

/** Records traces for the administrator. */
export interface Tracer {
  begin(name: string, start?: SpanStart): Span
}

const noopSpan: Span = { traceparent: undefined, end() {} }

/** A tracer that records nothing. */
export const noopTracer: Tracer = { begin: () => noopSpan }

/** Runs work in a span, and marks the span as failed if the work fails. */
export async function withSpan<Result>(
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
    span.end({ error: getErrorName(error) })
    throw error
  }
}

/** Returns an error's code or class, because its message may contain document data. */
function getErrorName(error: unknown): string {
  if (error instanceof AppError) return error.code
  return error instanceof Error ? error.name : 'Error'
}
