import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { cpus } from 'node:os'
import path from 'node:path'
import { z } from 'zod'
import { parseStorageUrl } from './blobs/storage-url.ts'
import { AppError } from './domain/errors/errors.ts'
import { AuthMode } from './domain/api/identity.ts'
import { codeOf } from './domain/errors/system-error.ts'
import { operationSettings } from './operation-settings.ts'
import { text, whole } from './setting-kinds.ts'

const price = z.coerce.number().min(0).max(10_000).optional()

function isNetwork(value: string): boolean {
  const [address = '', bits = '0', ...rest] = value.trim().split('/')
  const most = isIP(address) === 6 ? 128 : 32
  return isIP(address) > 0 && rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= most
}

/**
 * Every setting there is, and nothing else reads the environment. `npm run settings` writes `.env.example` and
 * `docs/settings.md` from this: what has no default needs an `example`, what has one by machine its words.
 */
export const Settings = z.object({
  PORT: whole(0, 65_535).default(3000).describe('Port of the web app and the API.'),
  HOST: text.default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all.'),
  BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Public address, when behind a proxy.')
    .meta({ example: 'https://docket.example.com' }),
  CORS_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.canParse(url) && new URL(url).origin === url, {
      error: 'must be an origin, such as https://app.example.com',
    })
    .optional()
    .describe('Another website whose scripts may use the API; left out, none may.')
    .meta({ example: 'https://app.example.com' }),
  AUTH_MODE: AuthMode.default('both').describe(
    'Who may ask: session (browsers, by their cookie), token (tokens and API keys), or both.',
  ),
  JWT_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Secret of HS256 tokens, 32 characters or more; or else JWKS_URL.')
    .meta({ example: 'the-same-32-characters-as-your-identity-provider' }),
  JWKS_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Where the public keys lie that tokens are signed with.')
    .meta({ example: 'https://id.example.com/.well-known/jwks.json' }),
  JWT_ISSUER: text
    .optional()
    .describe('What `iss` of a token must be; left out, anything.')
    .meta({ example: 'https://id.example.com/' }),
  JWT_AUDIENCE: text
    .optional()
    .describe('What `aud` of a token must hold; left out, anything.')
    .meta({ example: 'docket' }),
  ADMIN_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('The key of the operator, 32 characters or more; left out, there is none.')
    .meta({ example: 'what-openssl-rand-hex-32-has-printed' }),
  DATA_DIR: text
    .default('./data')
    .describe('Folder for the database, the files and temporary files.'),
  TEMP_FILE_DIR: text
    .optional()
    .describe(
      'Another folder for temporary files, of this machine alone; best on the disk that keeps the files, where they lie on one.',
    )
    .meta({ example: '/var/tmp/docket' }),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('A Postgres of your own. Left out: Docket runs one itself below DATA_DIR.')
    .meta({ example: 'postgres://docket:secret@db.example.com:5432/docket' }),
  DATABASE_LISTEN_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe(
      'The same database without a pooler in between, to be woken by: behind PgBouncer in transaction mode.',
    )
    .meta({ example: 'postgres://docket:secret@db.example.com:5432/docket' }),
  STORAGE_URL: z
    .string()
    .superRefine((url, { addIssue }) => {
      try {
        parseStorageUrl(url)
      } catch (error) {
        addIssue((error as Error).message)
      }
    })
    .optional()
    .describe(
      'Where files are kept: file:/folder, or s3://bucket?endpoint=…&region=… (docs/storage.md). Left out: below DATA_DIR.',
    )
    .meta({ example: 's3://docket?endpoint=https://s3.example.com&region=eu-central-1' }),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe('A Redis or Valkey that web processes share for caches and rate limits; may be away.')
    .meta({ example: 'redis://10.0.0.6:6379' }),
  S3_PUBLIC_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('How browsers reach the S3 server, where that is another address than ours.')
    .meta({ example: 'https://files.example.com' }),
  DEFAULT_MAPPING: text
    .default('auto')
    .describe('The mapping of an upload that names none; auto lets the document decide.'),
  PARTIES_FILE: text
    .optional()
    .describe('Your sellers and buyers with their tax numbers; see directory/parties.example.yaml.')
    .meta({ example: '/etc/docket/parties.yaml' }),
  GOODS_FILE: text
    .optional()
    .describe('Codes of your goods and services; see directory/goods.example.yaml.')
    .meta({ example: '/etc/docket/goods.yaml' }),
  OCR: z
    .string()
    .regex(/^(off|[a-z_]+(\+[a-z_]+)*)$/i, 'Languages joined by +, such as eng+deu, or off.')
    .default('eng')
    .describe('Languages of scanned pages, such as eng+deu; off: scans are refused.'),
  MAX_UPLOAD_MB: whole(1, 1024)
    .default(50)
    .describe('Largest PDF accepted, in MB (1024 × 1024 bytes).'),
  UPLOADS_PER_MINUTE: whole(1, 1_000_000)
    .default(10)
    .describe('Uploads that one user or browser may send in a minute; a batch is one.'),
  UPLOADS_PER_MINUTE_AND_ADDRESS: whole(1, 1_000_000)
    .default(60)
    .describe('Uploads that may come from one network address in a minute, from all its users.'),
  STREAMS_PER_OWNER: whole(1, 10_000)
    .default(50)
    .describe(
      'Streams that one user or browser may have open at a time on each server; browsers without a token at one network address, four times as many together.',
    ),
  TRUSTED_PROXIES: text
    .refine((list) => list.split(',').every(isNetwork), {
      error: 'must be addresses such as 10.0.0.0/8, with commas in between',
    })
    .optional()
    .describe(
      'Addresses of proxies in front (10.0.0.0/8, 192.0.2.1) that are believed about where requests come from; left out, none.',
    )
    .meta({ example: '10.0.0.0/8' }),
  ENABLE_BATCH_API: z
    .stringbool()
    .default(true)
    .describe('false: batches are refused, and documents are sent one by one.'),
  WORKER_CONCURRENCY: whole(1, 64)
    .default(Math.min(4, Math.max(2, cpus().length)))
    .describe('Documents one worker or gateway reads at a time; 2 to 4 by cores when left out.')
    .meta({ preset: '2 to 4, by cores' }),
  MAX_PDFS_PER_BATCH: whole(1, 1000).default(15).describe('Documents that one batch may hold.'),
  CONCURRENT_JOBS_PER_BATCH: whole(1, 1000)
    .default(3)
    .describe('Documents of one batch that are read at a time, over all workers.'),
  MAX_CONCURRENT_GATEWAY_CALLS: whole(1, 1000)
    .default(8)
    .describe('Documents at the gateway at a time, over all workers.'),
  MAX_CONCURRENT_AI_CALLS: whole(1, 1000)
    .default(10)
    .describe('Documents at the language model at a time, over all workers.'),
  WORKER_ID: text
    .optional()
    .describe('Name of a worker in logs; a unique ending is added.')
    .meta({ example: 'worker-a' }),
  POLL_INTERVAL_MS: whole(10, 60_000)
    .default(1000)
    .describe('How often a worker looks for jobs when no hint arrives.'),
  LEASE_TTL_SECONDS: whole(1, 3600)
    .default(15)
    .describe('After how long without a sign of life a worker loses its jobs.'),
  SHUTDOWN_GRACE_SECONDS: whole(0, 3600)
    .default(10)
    .describe(
      'How long a worker that is told to stop may finish what it reads; the rest goes back.',
    ),
  MAX_RETRIES: whole(0, 20).default(3).describe('Further tries after a first one that failed.'),
  GATEWAY_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'A gateway (`docket gateway`, or one of your own) that reads documents for the workers.',
    )
    .meta({ example: 'http://gateway.internal:8002' }),
  GATEWAY_TIMEOUT_MS: whole(100, 3_600_000)
    .default(180_000)
    .describe('How long a worker waits for the gateway with one document.'),
  LLM_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'An OpenAI-compatible endpoint (with /v1) for heat sheets of unknown layout; left out, none is asked.',
    )
    .meta({ example: 'https://llm.example.com/v1' }),
  LLM_API_KEY: text
    .optional()
    .describe('The key for it, where it wants one.')
    .meta({ example: 'sk-…' }),
  LLM_MODEL: text.optional().describe('The model to ask there.').meta({ example: 'gpt-5-mini' }),
  LLM_TIMEOUT_MS: whole(100, 3_600_000)
    .default(120_000)
    .describe('How long a worker waits for one answer of the language model.'),
  LLM_INPUT_PRICE: price
    .describe('US dollars per million tokens asked, to reckon what a job cost.')
    .meta({ example: '0.25' }),
  LLM_OUTPUT_PRICE: price.describe('The same per million tokens answered.').meta({ example: '2' }),
  USE_BROWSER_CRAWLER: z
    .stringbool()
    .default(false)
    .describe('Show pages of meets in Chromium where their plain HTML links to no heat sheet.'),
  CHROMIUM_PATH: text.default('/usr/bin/chromium').describe('The Chromium to use for that.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe(
      'A mail server that e-mails about batches are handed to; or else RESEND_API_KEY. Needs MAIL_FROM and BASE_URL.',
    )
    .meta({ example: 'smtps://docket:secret@mail.example.com:465' }),
  RESEND_API_KEY: text
    .optional()
    .describe('A key of Resend, in place of a mail server.')
    .meta({ example: 're_what-resend-has-shown' }),
  RESEND_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://api.resend.com')
    .describe('Where the API of Resend is.'),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>\r\n"]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must be an address, or a name with the address in angle brackets',
    )
    .optional()
    .describe('Whom e-mails are from.')
    .meta({ example: 'Docket <docket@example.com>' }),
  PDF_TTL_DAYS: whole(1, 36_500)
    .default(7)
    .describe('Days until an upload whose job has ended is deleted.'),
  XML_TTL_DAYS: whole(1, 36_500).default(30).describe('Days until a result is deleted.'),
  BATCH_TTL_DAYS: whole(1, 36_500)
    .default(30)
    .describe('Days until the results of a batch of several documents are deleted, if sooner.'),
  JOB_TTL_DAYS: whole(1, 36_500)
    .optional()
    .describe(
      'Days until nothing is left of jobs that have ended, their names included, but never before their files have gone. Not set, they are listed for ever.',
    )
    .meta({ example: '365' }),
  DELETE_ON_FIRST_DOWNLOAD: z
    .stringbool()
    .default(false)
    .describe('Delete a result and its upload as soon as the result has been downloaded once.'),
  DOCKET_URL: z
    .url({ protocol: /^https?$/ })
    .default('http://127.0.0.1:3000')
    .describe('The Docket that `docket mcp` gives to assistants.'),
  DOCKET_TOKEN: text
    .optional()
    .describe('An API key or a token for that one.')
    .meta({ example: 'dk_what-docket-keys-create-has-printed' }),
  ALLOW_LOOPBACK_URLS_FOR_TESTS: z
    .stringbool()
    .default(false)
    .describe('For tests of Docket itself: URLs may name this machine. Needs NODE_ENV=test.'),
  ...operationSettings,
  LOG_LEVEL: z
    .enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .optional()
    .describe('Left out: warn for `docket up`, info for other commands.')
    .meta({ example: 'debug' }),
})

export type Config = Readonly<z.infer<typeof Settings> & { TEMP_FILE_DIR: string }>

/** The environment, checked whole: every wrong variable is named at once, with what it should be. */
export function readConfig(environment: NodeJS.ProcessEnv = loadEnvironment()): Config {
  const given = { ...fromVariables(environment), ...fromFiles(environment) }
  const parsed = Settings.safeParse(given)
  if (!parsed.success) throw new AppError('BAD_SETTING', describe(parsed.error, given))
  const { JWT_SECRET, JWKS_URL } = parsed.data
  if (JWT_SECRET !== undefined && JWKS_URL !== undefined) {
    const sentence = 'JWT_SECRET and JWKS_URL are both set. Tokens have one issuer: remove one.'
    throw new AppError('BAD_SETTING', sentence)
  }
  if ((parsed.data.LLM_BASE_URL === undefined) !== (parsed.data.LLM_MODEL === undefined)) {
    const sentence = 'LLM_BASE_URL and LLM_MODEL belong together. Set both, or neither.'
    throw new AppError('BAD_SETTING', sentence)
  }
  refuseHalfMail(parsed.data)
  if (parsed.data.ALLOW_LOOPBACK_URLS_FOR_TESTS && environment.NODE_ENV !== 'test') {
    const sentence =
      'ALLOW_LOOPBACK_URLS_FOR_TESTS lets anyone read what this machine serves to itself. Remove it.'
    throw new AppError('BAD_SETTING', sentence)
  }
  const { DATA_DIR, TEMP_FILE_DIR = path.join(DATA_DIR, 'tmp') } = parsed.data
  const folders = { DATA_DIR: path.resolve(DATA_DIR), TEMP_FILE_DIR: path.resolve(TEMP_FILE_DIR) }
  return Object.freeze({ ...parsed.data, ...folders })
}

function refuseHalfMail(given: z.infer<typeof Settings>): void {
  const { SMTP_URL, RESEND_API_KEY, MAIL_FROM, BASE_URL, ALERT_EMAIL } = given
  if (ALERT_EMAIL !== undefined && SMTP_URL === undefined && RESEND_API_KEY === undefined) {
    const sentence = 'ALERT_EMAIL needs a way to send e-mails: set SMTP_URL or RESEND_API_KEY.'
    throw new AppError('BAD_SETTING', sentence)
  }
  if (SMTP_URL === undefined && RESEND_API_KEY === undefined) return
  if (SMTP_URL !== undefined && RESEND_API_KEY !== undefined) {
    const sentence = 'SMTP_URL and RESEND_API_KEY are both set. E-mails go one way: remove one.'
    throw new AppError('BAD_SETTING', sentence)
  }
  if (MAIL_FROM !== undefined && BASE_URL !== undefined) return
  const sentence =
    'E-mails need MAIL_FROM, whom they are from, and BASE_URL, where their links lead. Set both.'
  throw new AppError('BAD_SETTING', sentence)
}

function fromVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name in Settings.shape && value !== ''),
  )
}

/** `NAME_FILE` names the file that holds the value of `NAME`: how engines hand secrets to containers. */
function fromFiles(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const found: NodeJS.ProcessEnv = {}
  for (const name of Object.keys(Settings.shape)) {
    const variable = `${name}_FILE`
    const file = environment[variable]
    if (!file) continue
    if (environment[name]) {
      throw new AppError('BAD_SETTING', `${name} and ${variable} are both set. Remove one of them.`)
    }
    found[name] = readSecret(variable, file)
  }
  return found
}

/** Editors and `echo` end a file with a line feed that is no part of the secret. */
function readSecret(variable: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '')
  } catch (cause) {
    const sentence = `${variable} is "${file}", which cannot be read (${codeOf(cause)}).`
    throw new AppError('BAD_SETTING', sentence, { cause })
  }
}

function describe(error: z.ZodError, given: NodeJS.ProcessEnv): string {
  const lines = error.issues.map((issue) => {
    const name = String(issue.path[0])
    const shown = /URL|SECRET|KEY|TOKEN|HEADERS|ENDPOINT/.test(name)
      ? ''
      : ` (it is "${given[name]}")`
    return `  ${name}${shown}: ${issue.message}`
  })
  return `These settings are wrong:\n${lines.join('\n')}\nSee docs/settings.md for what each one takes.`
}

/** `.env` in the present folder, where there is one; variables that are set already win. */
function loadEnvironment(): NodeJS.ProcessEnv {
  try {
    process.loadEnvFile()
  } catch (error) {
    if (codeOf(error) !== 'ENOENT')
      throw new AppError('BAD_SETTING', 'The file .env cannot be read.', { cause: error })
  }
  return process.env
}
