import { toAppError } from '../../domain/errors/app-error.ts'
import { ErrorText } from './error-text.tsx'

/** Shows an error; renders nothing if there is none. */
export function ErrorMessage({ error, className = '' }: { error: unknown; className?: string }) {
  if (error === null || error === undefined) return null
  return (
    <p role="alert" className={`${className} text-fail`}>
      <ErrorText error={toAppError(error)} />
    </p>
  )
}
