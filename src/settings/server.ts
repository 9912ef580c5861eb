import { isIP } from 'node:net'
import { z } from 'zod'
import { AuthMode } from '../domain/api/identity.ts'
import { text, webUrl, wholeNumber } from './kinds.ts'

/** Web app and API settings: addresses, access, limits. */
export const serverSettings = {
  PORT: wholeNumber(0, 65_535).default(3000).describe('Port of the web app and the API.'),
  HOST: text
    .default('127.0.0.1')
    .describe('Address to listen on; 0.0.0.0 for all network interfaces.'),
  BASE_URL: webUrl
    .optional()
    .describe('Public URL of Docket behind a reverse proxy.')
    .meta({ example: 'https://docket.example.com' }),
  CORS_ORIGIN: webUrl
    .refine((url) => URL.canParse(url) && new URL(url).origin === url, {
      error: 'must be an origin, such as https://app.example.com',
    })
    .optional()
    .describe('Origin of another website whose scripts may call the API. Not set: none.')
    .meta({ example: 'https://app.example.com' }),
  TRUSTED_PROXIES: text
    .refine((list) => list.split(',').every(isNetwork), {
      error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
    })
    .optional()
    .describe(
      'Addresses or networks (192.0.2.1, 10.0.0.0/8) of reverse proxies whose X-Forwarded-For header is trusted. Not set: none.',
    )
    .meta({ example: '10.0.0.0/8' }),
  AUTH_MODE: AuthMode.default('both').describe(
    'Accepted credentials: session (browser cookies), token (tokens and API keys), or both.',
  ),
  JWT_SECRET: z
    .string()
    .min(32)
    .optional()
    .describe('Secret that verifies HS256 tokens, at least 32 characters; or set JWKS_URL.')
    .meta({ example: 'the-same-32-characters-as-your-identity-provider' }),
  JWKS_URL: webUrl
    .optional()
    .describe('URL of the public keys (JWKS) that verify tokens; or set JWT_SECRET.')
    .meta({ example: 'https://id.example.com/.well-known/jwks.json' }),
  JWT_ISSUER: text
    .optional()
    .describe('Required `iss` claim of a token. Not set: any.')
    .meta({ example: 'https://id.example.com/' }),
  JWT_AUDIENCE: text
    .optional()
    .describe('Required `aud` claim of a token. Not set: any.')
    .meta({ example: 'docket' }),
  ADMIN_KEY: z
    .string()
    .min(32)
    .optional()
    .describe('Key for /admin, at least 32 characters. Not set: /admin is disabled.')
    .meta({ example: 'the-output-of-openssl-rand-hex-32' }),
  MAX_UPLOAD_MB: wholeNumber(1, 1024)
    .default(50)
    .describe('Largest accepted PDF in MB (1024 × 1024 bytes).'),
  UPLOADS_PER_MINUTE: wholeNumber(1, 1_000_000)
    .default(10)
    .describe('Uploads per minute for each user or browser; a batch counts as one.'),
  UPLOADS_PER_MINUTE_PER_IP: wholeNumber(1, 1_000_000)
    .default(60)
    .describe('Uploads per minute for each IP address, over all its users.'),
  UPLOAD_MB_PER_DAY: wholeNumber(1, 100_000_000)
    .default(5_000)
    .describe('MB that each user or browser may upload per day (UTC).'),
  UPLOAD_MB_PER_DAY_PER_IP: wholeNumber(1, 100_000_000)
    .default(20_000)
    .describe('MB per day for each IP address, over all its users.'),
  STORED_MB: wholeNumber(1, 100_000_000)
    .default(20_000)
    .describe('MB of PDFs that each user or browser may have in storage.'),
  STORED_MB_PER_IP: wholeNumber(1, 100_000_000)
    .default(50_000)
    .describe('MB of PDFs in storage for each IP address, over all its users.'),
  MIN_FREE_DISK_MB: wholeNumber(0, 100_000_000)
    .default(1_024)
    .describe(
      'Free disk space in MB below which uploads are rejected with 507; documents that were accepted are still processed.',
    ),
  SESSIONS_PER_HOUR_PER_IP: wholeNumber(1, 1_000_000)
    .default(200)
    .describe(
      'New browser sessions per hour for each IP address. A session starts with the first upload or change.',
    ),
  MAX_STREAMS_PER_OWNER: wholeNumber(1, 10_000)
    .default(50)
    .describe(
      'Open event streams per user or browser on each server; browsers without a token share four times as many per IP address.',
    ),
  ENABLE_BATCH_API: z
    .stringbool()
    .default(true)
    .describe('false: Docket rejects batches and accepts documents one at a time.'),
  MAX_PDFS_PER_BATCH: wholeNumber(1, 1000)
    .default(15)
    .describe('Largest number of PDFs in a batch.'),
}

function isNetwork(value: string): boolean {
  const [address = '', bits = '0', ...rest] = value.trim().split('/')
  const maxPrefixLength = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) > 0 && rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= maxPrefixLength
  )
}
