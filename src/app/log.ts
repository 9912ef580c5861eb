import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Lines of JSON on standard error: standard output belongs to what a command has to say. */
export function createLog(level: NonNullable<Config['LOG_LEVEL']>): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level, base: null, timestamp, redact: withSecrets }, pino.destination(2))
}

/** What libraries would log at `trace`: cookies and keys are among the headers. */
const withSecrets = ['headers', '*.headers']
