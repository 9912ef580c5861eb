import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'

/** JSON lines on standard error, because standard output belongs to the command's result. */
export function createLog(level: NonNullable<Config['LOG_LEVEL']>): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level, base: null, timestamp, redact: withSecrets }, pino.destination(2))
}

/** Drops `trace` logs of libraries: headers contain cookies and keys. */
const withSecrets = ['headers', '*.headers']
