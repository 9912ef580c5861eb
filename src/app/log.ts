import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Logs JSON lines to standard error, because standard output is for the command's result. */
export function createLog(level: NonNullable<Config['LOG_LEVEL']>): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level, base: null, timestamp, redact: withSecrets }, pino.destination(2))
}

/** Redacted from libraries' `trace` logs, because headers contain cookies and keys. */
const withSecrets = ['headers', '*.headers']
