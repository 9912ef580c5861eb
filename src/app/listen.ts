import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { StartupError } from '../domain/errors/app-error.ts'
import { backlog } from '../http/servers/base-server.ts'

/** Listens on a port and returns the URL. If that fails, the error names the setting to change. */
export async function listen(
  server: FastifyInstance,
  { PORT, HOST }: Pick<Config, 'PORT' | 'HOST'>,
  setting = 'PORT',
): Promise<string> {
  try {
    return await server.listen({ port: PORT, host: HOST, backlog })
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code
    const reasons: Record<string, string> = {
      EADDRINUSE: `Port ${PORT} is in use. Stop the program that uses it, or choose another ${setting}.`,
      EACCES: `This user is not allowed to use port ${PORT}. Set ${setting} to a number above 1023.`,
      EADDRNOTAVAIL: `HOST ${HOST} is not an address of this machine. Set HOST to 127.0.0.1 or 0.0.0.0.`,
      ENOTFOUND: `HOST ${HOST} is not a known name. Set HOST to 127.0.0.1 or 0.0.0.0.`,
    }
    throw new StartupError('CANNOT_START', reasons[code ?? ''], { cause })
  }
}
