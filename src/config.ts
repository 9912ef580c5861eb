import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { StartupError } from './domain/errors/app-error.ts'
import { getSystemErrorCode } from './domain/errors/system-error.ts'
import { clientSettings } from './settings/api-client.ts'
import { aliases, readAliases } from './settings/aliases.ts'
import { describeValues } from './settings/setting-types.ts'
import { type Misspelling, findMisspellings } from './settings/misspellings.ts'
import { operationSettings } from './settings/operations.ts'
import { processingSettings } from './settings/processing.ts'
import { serverSettings } from './settings/server.ts'
import { storageSettings } from './settings/storage.ts'

/**
 * All settings; no other module reads the environment. `npm run settings` generates `.env.example` and
 * `docs/settings.md` from this schema. A setting without a default needs an `example`; a setting whose default depends
 * on the machine needs a `preset`.
 */
export const Settings = z.object({
  ...serverSettings,
  ...storageSettings,
  ...processingSettings,
  ...operationSettings,
  ...clientSettings,
})

export type Config = Readonly<z.infer<typeof Settings> & { TEMP_FILE_DIR: string }>

/** Finds environment variables that look like misspelled or renamed settings. */
export function readMisspellings(
  environment: NodeJS.ProcessEnv = loadEnvironment(),
): Misspelling[] {
  return findMisspellings(environment, Object.keys(Settings.shape)).filter(
    ({ variable }) => !(variable in aliases),
  )
}

/** Reads and checks the environment. The error lists every invalid setting with its value and the expected form. */
export function readConfig(environment: NodeJS.ProcessEnv = loadEnvironment()): Config {
  const variables = {
    ...readAliases(environment),
    ...fromVariables(environment),
    ...fromFiles(environment),
  }
  const parsed = Settings.safeParse(variables)
  if (!parsed.success) throw new StartupError('BAD_SETTING', describe(parsed.error, variables))
  const { JWT_SECRET, JWKS_URL } = parsed.data
  if (JWT_SECRET !== undefined && JWKS_URL !== undefined) {
    const sentence = 'JWT_SECRET and JWKS_URL are both set. Remove one of them.'
    throw new StartupError('BAD_SETTING', sentence)
  }
  if ((parsed.data.LLM_BASE_URL === undefined) !== (parsed.data.LLM_MODEL === undefined)) {
    const sentence = 'LLM_BASE_URL and LLM_MODEL belong together. Set both, or neither.'
    throw new StartupError('BAD_SETTING', sentence)
  }
  checkMail(parsed.data)
  checkMailbox(parsed.data)
  checkSignIn(parsed.data)
  if (parsed.data.ALLOW_LOOPBACK_URLS_FOR_TESTS && environment.NODE_ENV !== 'test') {
    const sentence =
      'ALLOW_LOOPBACK_URLS_FOR_TESTS exposes the local services of this machine. Remove it.'
    throw new StartupError('BAD_SETTING', sentence)
  }
  const { DATA_DIR, TEMP_FILE_DIR = path.join(DATA_DIR, 'tmp') } = parsed.data
  const folders = { DATA_DIR: path.resolve(DATA_DIR), TEMP_FILE_DIR: path.resolve(TEMP_FILE_DIR) }
  return Object.freeze({ ...parsed.data, ...folders })
}

function checkMailbox(settings: z.infer<typeof Settings>): void {
  const { IMAP_URL, IMAP_OWNER, IMAP_ALLOWED_SENDERS } = settings
  if (IMAP_URL === undefined || (IMAP_OWNER !== undefined && IMAP_ALLOWED_SENDERS !== undefined))
    return
  const sentence =
    'IMAP_URL needs IMAP_OWNER (who owns the jobs) and IMAP_ALLOWED_SENDERS. Set both.'
  throw new StartupError('BAD_SETTING', sentence)
}

function checkMail(settings: z.infer<typeof Settings>): void {
  const { SMTP_URL, RESEND_API_KEY, MAIL_FROM, BASE_URL, ALERT_EMAIL } = settings
  if (ALERT_EMAIL !== undefined && SMTP_URL === undefined && RESEND_API_KEY === undefined) {
    const sentence = 'ALERT_EMAIL needs a way to send emails: set SMTP_URL or RESEND_API_KEY.'
    throw new StartupError('BAD_SETTING', sentence)
  }
  if (SMTP_URL === undefined && RESEND_API_KEY === undefined) return
  if (SMTP_URL !== undefined && RESEND_API_KEY !== undefined) {
    const sentence = 'SMTP_URL and RESEND_API_KEY are both set. Remove one of them.'
    throw new StartupError('BAD_SETTING', sentence)
  }
  if (MAIL_FROM !== undefined && BASE_URL !== undefined) return
  const sentence = 'Emails need MAIL_FROM (the sender) and BASE_URL (for their links). Set both.'
  throw new StartupError('BAD_SETTING', sentence)
}

function checkSignIn(settings: z.infer<typeof Settings>): void {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ALLOWED_EMAILS } = settings
  const given = { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_ALLOWED_EMAILS }
  const [first] = Object.entries(given).flatMap(([name, value]) =>
    value === undefined ? [] : name,
  )
  if (first === undefined) return
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined) {
    const missing = OIDC_ISSUER === undefined ? 'OIDC_ISSUER' : 'OIDC_CLIENT_ID'
    const sentence = `${first} is set, but ${missing} is not. Sign-in needs OIDC_ISSUER and OIDC_CLIENT_ID.`
    throw new StartupError('BAD_SETTING', sentence)
  }
  const { JWT_ISSUER = '', JWT_SECRET, JWKS_URL } = settings
  const acceptsTokens = JWT_SECRET !== undefined || JWKS_URL !== undefined
  const withoutSlash = (url: string) => url.replace(/\/$/, '')
  if (!acceptsTokens || withoutSlash(JWT_ISSUER) === withoutSlash(OIDC_ISSUER)) return
  const sentence =
    'People who sign in and tokens must come from the same provider; otherwise two people could share a user id. Set JWT_ISSUER to the value of OIDC_ISSUER.'
  throw new StartupError('BAD_SETTING', sentence)
}

function fromVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in Settings.shape && value !== ''),
  )
}

/**
 * Resolves `NAME_FILE` variables: each is the path of a file that contains the value of `NAME`, as is usual for
 * container secrets.
 */
function fromFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const found: NodeJS.ProcessEnv = {}
  for (const name of Object.keys(Settings.shape)) {
    const variable = `${name}_FILE`
    const file = environment[variable]
    if (!file) continue
    if (environment[name]) {
      throw new StartupError(
        'BAD_SETTING',
        `${name} and ${variable} are both set. Remove one of them.`,
      )
    }
    found[name] = readSecret(variable, file)
  }
  return found
}

/** Reads a secret without the trailing line feed that editors and `echo` append. */
function readSecret(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (cause) {
    const sentence = `${variable} is "${file}", which cannot be read (${getSystemErrorCode(cause)}).`
    throw new StartupError('BAD_SETTING', sentence, { cause })
  }
}

function describe(error: z.ZodError, variables: NodeJS.ProcessEnv): string {
  const lines = error.issues.map((issue) => {
    const name = String(issue.path[0])
    const valueText = /URL|SECRET|KEY|TOKEN|HEADERS|ENDPOINT/.test(name)
      ? ''
      : ` (it is "${variables[name]}")`
    return `  ${name}${valueText}: ${describeExpected(name, issue.message)}`
  })
  return `These settings are invalid:\n${lines.join('\n')}\nSee docs/settings.md for the values that each one accepts.`
}

/** Prefers a rule's own message, because it is more specific than the setting's type. */
function describeExpected(name: string, message: string): string {
  if (message.startsWith('must be') || !(name in Settings.shape)) return message
  const values = describeValues(Settings.shape[name as keyof typeof Settings.shape])
  return values === 'text' ? message : `must be ${values}`
}

/** Returns the environment without variables from `.env`, for commands that do not need every setting to be valid. */
export function readEnvironment(): NodeJS.ProcessEnv {
  return process.env
}

/** Adds the variables from `.env` in the working directory, if it exists; the environment takes precedence. */
function loadEnvironment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (getSystemErrorCode(error) !== 'ENOENT')
      throw new StartupError('BAD_SETTING', 'The file .env cannot be read.', { cause: error })
  }
  return process.env
}
