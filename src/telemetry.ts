import pino, { type Logger } from 'pino'
import type { Config } from './config.ts'

/** Lines of JSON on standard error: standard output belongs to what a command has to say. */
export function createLog(level: NonNullable<Config['LOG_LEVEL']>): Logger {
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2))
}
