import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { inject } from 'vitest'
import { initBucket } from '../../../src/blobs/s3/init-bucket.ts'
import { type S3Options, s3Blobs } from '../../../src/blobs/s3/s3.ts'
import { getSystemErrorCode } from '../../../src/domain/errors/system-error.ts'
import { type S3Server, startCeph } from './ceph.ts'

/** One S3 server per run: the first test that needs the server starts it, and global-setup stops it. */
export async function sharedS3(): Promise<S3Server> {
  const folder = path.join(inject('runFolder'), 'ceph')
  const facts = path.join(folder, 'server.json')
  try {
    await mkdir(folder)
    await writeFile(facts, JSON.stringify(await startCeph(folder)))
  } catch (error) {
    if (getSystemErrorCode(error) !== 'EEXIST') throw error
  }
  const server = JSON.parse(await waitForS3(facts)) as S3Server
  process.env.AWS_ACCESS_KEY_ID = server.accessKeyId
  process.env.AWS_SECRET_ACCESS_KEY = server.secretAccessKey
  return server
}

async function waitForS3(file: string): Promise<string> {
  for (let tries = 0; tries < 1100; tries++) {
    const text = await readFile(file, 'utf8').catch(() => '')
    if (text.endsWith('}')) return text
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('The S3 server did not start')
}

export function s3Options(endpoint: string, change: Partial<S3Options> = {}): S3Options {
  return {
    bucket: `test-${randomBytes(6).toString('hex')}`,
    prefix: '',
    endpoint,
    region: 'us-east-1',
    pathStyle: true,
    encryption: undefined,
    publicEndpoint: undefined,
    // Long enough that a pause on a busy machine does not count as a storage outage.
    connectMs: 60_000,
    ...change,
  }
}

/** Creates blobs in a new bucket on the shared server. */
export async function s3ForTest(change: Partial<S3Options> = {}) {
  const server = await sharedS3()
  const options = s3Options(server.endpoint, change)
  await initBucket({ ...options, endpoint: server.endpoint }, undefined)
  return { server, options, blobs: s3Blobs(options) }
}
