import { z } from 'zod'
import { text, webUrl } from './setting-types.ts'

/** Settings of programs that call Docket, and of tests. */
export const clientSettings = {
  DOCKET_URL: webUrl
    .default('http://127.0.0.1:3000')
    .describe('Docket server that `docket mcp`, `docket submit` and similar commands use.'),
  DOCKET_TOKEN: text
    .optional()
    .describe('API key or token for that server.')
    .meta({ example: 'dk_key-from-docket-keys-create' }),
  ALLOW_LOOPBACK_URLS_FOR_TESTS: z
    .stringbool()
    .default(false)
    .describe('Allow URLs of this machine, for tests of Docket. Requires NODE_ENV=test.'),
}
