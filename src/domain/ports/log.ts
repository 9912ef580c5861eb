type Write = (fields: object, message: string) => void

/** Where lines for the operator go: as much of pino and of Fastify's logger as Docket uses. */
export interface Log {
  info: Write
  warn: Write
  error: Write
}
