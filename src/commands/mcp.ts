import { packageVersion } from '../app/package-info.ts'
import type { ServeMcp } from '../cli/server-commands.ts'
import { StartupError } from '../domain/errors/app-error.ts'
import { serveMcp as serveOverStdio } from '../mcp/server.ts'
import { readSettings } from './read-settings.ts'

/** Exposes a running Docket's tools to assistants. */
export const serveMcp: ServeMcp = async ({ server: url, token }) => {
  readSettings('warn')
  if (token === undefined) {
    const sentence = `docket mcp needs DOCKET_TOKEN, an API key for ${url}. Create one on that server: docket keys create assistant`
    throw new StartupError('BAD_SETTING', sentence)
  }
  await serveOverStdio({ url, token, version: await packageVersion() })
  return 0
}
