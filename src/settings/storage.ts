import { z } from 'zod'
import { parseStorageUrl } from '../blobs/storage-url.ts'
import { parsedBy, postgresUrl, text, webUrl, wholeNumber } from './setting-types.ts'

/** Storage and retention settings. */
export const storageSettings = {
  DATA_DIR: text
    .default('./data')
    .describe('Folder for the database, the stored files and temporary files.'),
  TEMP_FILE_DIR: text
    .optional()
    .describe(
      'Folder for temporary files on this machine, preferably on the disk that stores the files. Not set: a folder in DATA_DIR.',
    )
    .meta({ example: '/var/tmp/docket' }),
  DATABASE_URL: postgresUrl
    .optional()
    .describe(
      'URL of a Postgres database. To name a primary and its standbys, separate the hosts with commas. Not set: Docket runs its own Postgres in DATA_DIR.',
    )
    .meta({ example: 'postgres://docket:secret@db.example.com:5432/docket' }),
  DATABASE_LISTEN_URL: postgresUrl
    .optional()
    .describe(
      'Direct URL of the same database for LISTEN, if DATABASE_URL leads to PgBouncer in transaction mode.',
    )
    .meta({ example: 'postgres://docket:secret@db.example.com:5432/docket' }),
  DATABASE_POOL_SIZE: wholeNumber(2, 200)
    .default(20)
    .describe('Maximum number of database connections per process, not counting those for LISTEN.'),
  STORAGE_URL: parsedBy(parseStorageUrl)
    .optional()
    .describe(
      'Storage of uploads and results: file:/folder, or s3://bucket?endpoint=…&region=… (docs/storage.md). Not set: a folder in DATA_DIR.',
    )
    .meta({ example: 's3://docket?endpoint=https://s3.example.com&region=eu-central-1' }),
  S3_PUBLIC_ENDPOINT: webUrl
    .optional()
    .describe('URL at which browsers reach the S3 server, if it differs from the endpoint.')
    .meta({ example: 'https://files.example.com' }),
  REDIS_URL: z
    .url({ protocol: /^rediss?$/ })
    .optional()
    .describe(
      'URL of a Redis or Valkey server that web processes share for caches and rate limits. Docket keeps running if the server is down.',
    )
    .meta({ example: 'redis://10.0.0.6:6379' }),
  UPLOAD_TTL_DAYS: wholeNumber(1, 36_500)
    .default(7)
    .describe('Days from the end of a job until its upload is deleted.'),
  RESULT_TTL_DAYS: wholeNumber(1, 36_500).default(30).describe('Days until a result is deleted.'),
  BATCH_TTL_DAYS: wholeNumber(1, 36_500)
    .default(30)
    .describe(
      'Days until a batch with several documents is deleted with its results and parameters. Parameters of single uploads are erased after the same number of days.',
    ),
  JOB_TTL_DAYS: wholeNumber(1, 36_500)
    .optional()
    .describe(
      'Days until ended jobs are deleted completely, including their names, but never before their files. Not set: single uploads stay listed.',
    )
    .meta({ example: '365' }),
  DELETE_ON_FIRST_DOWNLOAD: z
    .stringbool()
    .default(false)
    .describe(
      'Delete a result and its upload after the first download of its primary output: XML for an invoice, a calendar for a meet, or an archive.',
    ),
}
