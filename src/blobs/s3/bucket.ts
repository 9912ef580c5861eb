import {
  CreateBucketCommand,
  HeadBucketCommand,
  PutBucketCorsCommand,
  PutBucketLifecycleConfigurationCommand,
  type S3Client,
} from '@aws-sdk/client-s3'
import { incomingPrefix } from '../blobs.ts'
import type { S3Address } from '../storage-url.ts'
import { connectS3 } from './client.ts'

export interface Step {
  name: string
  /** Why it was not done. */
  problem?: string
}

/**
 * Makes the bucket where there is none, lets browsers of `origin` (of anywhere, where none is given) put files
 * by signed links, and has the server remove what was begun and never finished. Not every server knows all
 * of this: what it refuses is named, and the rest is done.
 */
export async function makeBucket(address: S3Address, origin: string | undefined): Promise<Step[]> {
  const client = connectS3(address)
  const { bucket: Bucket } = address
  const steps = [
    step(`the bucket ${Bucket}`, () => create(client, address)),
    step('uploads from browsers (CORS)', () =>
      client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: cors(origin) })),
    ),
    step('clearing of unfinished uploads (lifecycle)', () =>
      client.send(
        new PutBucketLifecycleConfigurationCommand({
          Bucket,
          LifecycleConfiguration: { Rules: rules(address.prefix) },
        }),
      ),
    ),
  ]
  const done: Step[] = []
  for (const one of steps) done.push(await one())
  return done
}

function step(name: string, work: () => Promise<unknown>): () => Promise<Step> {
  return () =>
    work().then(
      () => ({ name }),
      (error: Error) => ({ name, problem: error.message || error.name }),
    )
}

async function create(client: S3Client, { bucket: Bucket, region }: S3Address): Promise<void> {
  const isThere = await client.send(new HeadBucketCommand({ Bucket })).then(
    () => true,
    () => false,
  )
  if (isThere) return
  // Amazon's first region is the one that may not be named here.
  const LocationConstraint = region as 'eu-west-1'
  const place = region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint } }
  await client.send(new CreateBucketCommand({ Bucket, ...place }))
}

function cors(origin: string | undefined) {
  return {
    CORSRules: [
      {
        AllowedOrigins: [origin ?? '*'],
        AllowedMethods: ['GET', 'PUT'],
        AllowedHeaders: ['content-type', 'content-length'],
        MaxAgeSeconds: 3600,
      },
    ],
  }
}

function rules(prefix: string) {
  return [
    {
      ID: 'docket-unfinished',
      Status: 'Enabled' as const,
      Filter: { Prefix: prefix },
      AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
    },
    {
      ID: 'docket-incoming',
      Status: 'Enabled' as const,
      Filter: { Prefix: prefix + incomingPrefix },
      Expiration: { Days: 1 },
    },
  ]
}
