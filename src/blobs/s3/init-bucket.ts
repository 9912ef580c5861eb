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

export interface InitStep {
  name: string
  /** Why the step failed, if it did. */
  problem?: string
}

/**
 * Creates the bucket if necessary, allows browser uploads from `origin` (from any origin if undefined), and expires
 * unfinished uploads. Servers support different steps, so a rejected step is reported and the others still run.
 */
export async function initBucket(
  address: S3Address,
  origin: string | undefined,
): Promise<InitStep[]> {
  const client = connectS3(address)
  const { bucket: Bucket } = address
  const steps = [
    step(`the bucket ${Bucket}`, () => create(client, address)),
    step('uploads from browsers (CORS)', () =>
      client.send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: cors(origin) })),
    ),
    step('deletion of unfinished uploads (lifecycle)', () =>
      client.send(
        new PutBucketLifecycleConfigurationCommand({
          Bucket,
          LifecycleConfiguration: { Rules: rules(address.prefix) },
        }),
      ),
    ),
  ]
  const done: InitStep[] = []
  for (const runStep of steps) done.push(await runStep())
  return done
}

function step(name: string, work: () => Promise<unknown>): () => Promise<InitStep> {
  return () =>
    work().then(
      () => ({ name }),
      (error: Error) => ({ name, problem: error.message || error.name }),
    )
}

async function create(client: S3Client, { bucket: Bucket, region }: S3Address): Promise<void> {
  const exists = await client.send(new HeadBucketCommand({ Bucket })).then(
    () => true,
    () => false,
  )
  if (exists) return
  // Amazon rejects us-east-1 as a location constraint.
  const LocationConstraint = region as 'eu-west-1'
  const location =
    region === 'us-east-1' ? {} : { CreateBucketConfiguration: { LocationConstraint } }
  await client.send(new CreateBucketCommand({ Bucket, ...location }))
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
