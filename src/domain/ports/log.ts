type Write = (fields: object, message: string) => void

/** The subset of the pino and Fastify loggers that Docket uses. */
export interface Log {
  info: Write
  warn: Write
  error: Write
}
