import { toAppError } from '../../domain/errors/app-error.ts'

/** Describes an error in one line, with its message and code. */
export function describeError(error: unknown): string {
  const { code, message } = toAppError(error)
  if (code === 'UNAUTHORIZED')
    return `The server did not accept the token. Set DOCKET_TOKEN, or pass --token. (${code})`
  return `${code === 'UNKNOWN' ? errorMessage(error) : message} (${code})`
}

export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
