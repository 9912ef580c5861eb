import { parseUrl } from '../domain/values/parse-url.ts'
import { isIP } from 'node:net'
import { z } from 'zod'
import { AuthMode } from '../domain/api/identity.ts'
import { parseAllowedEmails } from '../domain/values/allowed-emails.ts'
import { optional, text, webUrl, wholeNumber, withDefault } from './setting-types.ts'

const networks = text.refine((list) => list.split(',').every(isNetwork), {
  error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas',
})

/** Web app and API settings: addresses, access, limits. */
export const serverSettings = {
  PORT: withDefault(wholeNumber(0, 65_535), 3000, 'Port of the web app and the API.'),
  HOST: withDefault(text, '127.0.0.1', 'Address to listen on; 0.0.0.0 for all network interfaces.'),
  BASE_URL: optional(
    webUrl,
    'Public URL of Docket behind a reverse proxy.',
    'https://docket.example.com',
  ),
  CORS_ORIGIN: optional(
    webUrl.refine((url) => parseUrl(url)?.origin === url, {
      error: 'must be an origin, such as https://app.example.com',
    }),
    'Origin of another website whose scripts may call the API. Not set: no other website.',
    'https://app.example.com',
  ),
  TRUSTED_PROXIES: optional(
    networks,
    'Addresses or networks (192.0.2.1, 10.0.0.0/8) of reverse proxies whose X-Forwarded-For header is trusted. Not set: none.',
    '10.0.0.0/8',
  ),
  WEBHOOK_ALLOWED_NETWORKS: optional(
    networks,
    'Private addresses or networks that webhooks may call, on any port. Not set: only the public internet.',
    '10.20.0.0/16',
  ),
  URL_ALLOWED_NETWORKS: optional(
    networks,
    'Private addresses or networks from which documents may be fetched by URL, on any port. Not set: only the public internet.',
    '10.20.0.0/16',
  ),
  AUTH_MODE: withDefault(
    AuthMode,
    'both',
    'Accepted credentials: session (browser cookies), token (tokens and API keys), or both.',
  ),
  JWT_SECRET: optional(
    z.string().min(32),
    'Secret that verifies HS256 tokens, at least 32 characters; or set JWKS_URL.',
    'the-same-32-characters-as-your-identity-provider',
  ),
  JWKS_URL: optional(
    webUrl,
    'URL of the public keys (JWKS) that verify tokens; or set JWT_SECRET.',
    'https://id.example.com/.well-known/jwks.json',
  ),
  JWT_ISSUER: optional(
    text,
    'Required `iss` claim of a token. Not set: any.',
    'https://id.example.com/',
  ),
  JWT_AUDIENCE: optional(text, 'Required `aud` claim of a token. Not set: any.', 'docket'),
  OIDC_ISSUER: optional(
    webUrl.refine(isPrivateConnection, {
      error: 'must be an https URL; http is accepted only for this machine',
    }),
    'URL of the OpenID Connect provider with which people sign in to the web app, without /.well-known. Register BASE_URL/api/sign-in/oidc/callback there as the redirect URI. Not set: people sign in with API keys.',
    'https://id.example.com',
  ),
  OIDC_CLIENT_ID: optional(text, 'Client id that the provider gave to Docket.', 'docket'),
  OIDC_CLIENT_SECRET: optional(
    text,
    'Client secret from the provider. Not set: a public client (PKCE only).',
    'the-secret-from-your-provider',
  ),
  OIDC_SCOPES: withDefault(
    text.refine((scopes) => scopes.split(/\s+/).includes('openid'), {
      error: 'must be scopes separated by spaces, with openid among them',
    }),
    'openid profile email',
    'Scopes to request; profile and email give users a name.',
  ),
  OIDC_ALLOWED_EMAILS: optional(
    text.refine((list) => parseAllowedEmails(list) !== undefined, {
      error: 'must be addresses or domains such as @example.com, separated by commas',
    }),
    'Email addresses and domains (@example.com) that may sign in, separated by commas; the provider must have verified the address. Not set: everyone who can sign in at the provider.',
    'ada@example.com, @example.org',
  ),
  ADMIN_KEY: optional(
    z.string().min(32),
    'Key for /admin, at least 32 characters. Not set: /admin is disabled.',
    'the-output-of-openssl-rand-hex-32',
  ),
  MAX_UPLOAD_MB: withDefault(
    wholeNumber(1, 1024),
    50,
    'Largest accepted PDF in MB (1024 × 1024 bytes). Larger files are rejected with 413 TOO_LARGE.',
  ),
  UPLOADS_PER_MINUTE: withDefault(
    wholeNumber(1, 1_000_000),
    10,
    'Uploads per minute for each user or browser; a batch counts as one.',
  ),
  UPLOADS_PER_MINUTE_PER_IP: withDefault(
    wholeNumber(1, 1_000_000),
    60,
    'Uploads per minute for each IP address, across all its users.',
  ),
  UPLOAD_MB_PER_DAY: withDefault(
    wholeNumber(1, 100_000_000),
    5_000,
    'MB that each user or browser may upload per day (UTC).',
  ),
  UPLOAD_MB_PER_DAY_PER_IP: withDefault(
    wholeNumber(1, 100_000_000),
    20_000,
    'MB uploaded per day for each IP address, across all its users.',
  ),
  MAX_STORED_MB: withDefault(
    wholeNumber(1, 100_000_000),
    20_000,
    'MB of PDFs that each user or browser may have in storage.',
  ),
  MAX_STORED_MB_PER_IP: withDefault(
    wholeNumber(1, 100_000_000),
    50_000,
    'MB of PDFs in storage for each IP address, across all its users.',
  ),
  MIN_FREE_DISK_MB: withDefault(
    wholeNumber(0, 100_000_000),
    1_024,
    'Free disk space in MB below which uploads are rejected with 507; documents that were already accepted are still processed.',
  ),
  SESSIONS_PER_HOUR_PER_IP: withDefault(
    wholeNumber(1, 1_000_000),
    200,
    'New browser sessions per hour for each IP address. A session starts with the first upload or change.',
  ),
  MAX_STREAMS_PER_OWNER: withDefault(
    wholeNumber(1, 10_000),
    50,
    'Open event streams per user or browser on each server; browsers without a token share four times as many per IP address.',
  ),
  ENABLE_BATCH_API: withDefault(
    z.stringbool(),
    true,
    'If false, Docket rejects batches and accepts documents one at a time.',
  ),
  MAX_PDFS_PER_BATCH: withDefault(wholeNumber(1, 1000), 15, 'Maximum number of PDFs in a batch.'),
}

function isPrivateConnection(text: string): boolean {
  const url = parseUrl(text)
  return (
    url !== undefined &&
    (url.protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname))
  )
}

function isNetwork(value: string): boolean {
  const [address = '', bits = '0', ...rest] = value.trim().split('/')
  const maxPrefixLength = isIP(address) === 6 ? 128 : 32
  return (
    isIP(address) > 0 && rest.length === 0 && /^\d+$/.test(bits) && Number(bits) <= maxPrefixLength
  )
}
