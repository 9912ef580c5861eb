import { parseUrl } from '../domain/values/parse-url.ts'
import path from 'node:path'

/** The parsed STORAGE_URL. */
export type StorageAddress = { kind: 'file'; folder: string } | ({ kind: 's3' } & S3Address)

export interface S3Address {
  bucket: string
  /** Prepended to every key; empty or ends with a slash. */
  prefix: string
  /** Set for servers other than Amazon's. */
  endpoint: string | undefined
  region: string
  /** Puts the bucket in the path instead of the host name, as most servers other than Amazon's require. */
  pathStyle: boolean
  encryption: Encryption | undefined
}

export interface Encryption {
  algorithm: 'AES256' | 'aws:kms'
  keyId: string | undefined
}

const defaultBucket = 'document-uploads'
const knownOptions = ['endpoint', 'region', 'path_style', 'sse']

/** Parses `file:/folder` or `s3://bucket/prefix?endpoint=…&region=…`. Throws with the reason if the URL is invalid. */
export function parseStorageUrl(text: string): StorageAddress {
  if (text.startsWith('file:')) return { kind: 'file', folder: parseFolder(text) }
  const url = text.startsWith('s3:') ? parseUrl(text) : undefined
  if (!url) throw new Error('must be file:/folder, or s3://bucket?endpoint=https://…&region=…')
  if (url.username !== '' || url.password !== '') {
    throw new Error('must not contain credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  }
  const unknown = [...url.searchParams.keys()].find((name) => !knownOptions.includes(name))
  if (unknown !== undefined)
    throw new Error(`has ${unknown}, but takes only ${knownOptions.join(', ')}`)
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  const pathStyle = url.searchParams.get('path_style') ?? String(endpoint !== undefined)
  const prefix = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    kind: 's3',
    bucket: url.hostname || defaultBucket,
    prefix: prefix && `${prefix}/`,
    endpoint: endpoint === undefined ? undefined : requireWebUrl(endpoint),
    region: url.searchParams.get('region') ?? 'us-east-1',
    pathStyle: pathStyle === 'true',
    encryption: parseEncryption(url.searchParams.get('sse')),
  }
}

function parseFolder(text: string): string {
  const folder = text.replace(/^file:(\/\/)?/, '')
  if (folder === '') throw new Error('has no folder')
  return path.resolve(folder)
}

function requireWebUrl(text: string): string {
  if (/^https?:$/.test(parseUrl(text)?.protocol ?? '')) return text
  throw new Error('has an endpoint that does not begin with https:// or http://')
}

/** Parses `AES256`, `aws:kms`, or `aws:kms:` followed by a key ID. */
function parseEncryption(text: string | null): Encryption | undefined {
  if (text === null) return undefined
  const [, algorithm, keyId] = /^(AES256|aws:kms)(?::(.+))?$/.exec(text) ?? []
  if (algorithm === undefined) throw new Error('has an sse other than AES256 and aws:kms[:key]')
  return { algorithm: algorithm as Encryption['algorithm'], keyId }
}
