import { writeSync } from 'node:fs'
import pino, { type Logger } from 'pino'
import type { Config } from '../config.ts'

/** Logs JSON lines to standard error, because standard output is reserved for the command's result. */
export function createLog(level: NonNullable<Config['LOG_LEVEL']>): Logger {
  const timestamp = pino.stdTimeFunctions.isoTime
  return pino({ level, base: null, timestamp, redact: withSecrets }, { write: writeLine })
}

/** Fields to redact from `trace` logs written by libraries, because headers contain cookies and keys. */
const withSecrets = ['headers', '*.headers']

const maxWaits = 100
const waitMs = 10

/**
 * Blocks while the pipe is full, and drops the line if standard error is closed. Pino's own destination would retry
 * forever after the terminal is closed, so the process would never exit.
 */
function writeLine(line: string): void {
  let rest = Buffer.from(line)
  for (let waits = 0; rest.length > 0 && waits < maxWaits; ) {
    try {
      rest = rest.subarray(writeSync(2, rest))
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) return
      waits += 1
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, waitMs)
    }
  }
}
