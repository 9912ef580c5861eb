type Write = (fields: object, message: string) => void

/** The part of pino and Fastify's logger that Docket uses. */
export interface Log {
  info: Write
  warn: Write
  error: Write
}
