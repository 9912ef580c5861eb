import { z } from 'zod'
import { parseStorageUrl } from '../blobs/storage-url.ts'
import {
  optional,
  parsedBy,
  postgresUrl,
  text,
  webUrl,
  wholeNumber,
  withDefault,
} from './setting-types.ts'

/** Storage and retention settings. */
export const storageSettings = {
  DATA_DIR: withDefault(
    text,
    './data',
    'Folder for the database, the stored files and temporary files.',
  ),
  TEMP_FILE_DIR: optional(
    text,
    'Folder for temporary files on this machine, preferably on the disk that stores the files. Not set: a folder in DATA_DIR.',
    '/var/tmp/docket',
  ),
  DATABASE_URL: optional(
    postgresUrl,
    'URL of a Postgres database. To name a primary and its standbys, separate the hosts with commas. Not set: Docket runs its own Postgres in DATA_DIR.',
    'postgres://docket:secret@db.example.com:5432/docket',
  ),
  DATABASE_LISTEN_URL: optional(
    postgresUrl,
    'Direct URL of the same database for LISTEN, if DATABASE_URL leads to PgBouncer in transaction mode.',
    'postgres://docket:secret@db.example.com:5432/docket',
  ),
  DATABASE_POOL_SIZE: withDefault(
    wholeNumber(2, 200),
    20,
    'Maximum number of database connections per process, not counting those for LISTEN.',
  ),
  STORAGE_URL: optional(
    parsedBy(parseStorageUrl),
    'Storage of uploads and results: file:/folder, or s3://bucket?endpoint=…&region=… (docs/storage.md). Not set: a folder in DATA_DIR.',
    's3://docket?endpoint=https://s3.example.com&region=eu-central-1',
  ),
  S3_PUBLIC_ENDPOINT: optional(
    webUrl,
    'URL at which browsers reach the S3 server, if it differs from the endpoint.',
    'https://files.example.com',
  ),
  REDIS_URL: optional(
    z.url({ protocol: /^rediss?$/ }),
    'URL of a Redis or Valkey server that web processes share for caches and rate limits. Docket keeps running if the server is down.',
    'redis://10.0.0.6:6379',
  ),
  UPLOAD_TTL_DAYS: withDefault(
    wholeNumber(1, 36_500),
    7,
    'Days from the end of a job until its upload is deleted.',
  ),
  RESULT_TTL_DAYS: withDefault(wholeNumber(1, 36_500), 30, 'Days until a result is deleted.'),
  BATCH_TTL_DAYS: withDefault(
    wholeNumber(1, 36_500),
    30,
    'Days until a batch with several documents is deleted with its results and parameters. Parameters of single uploads are erased after the same number of days.',
  ),
  JOB_TTL_DAYS: optional(
    wholeNumber(1, 36_500),
    'Days until ended jobs are deleted completely, including their names, but never before their files. Not set: single uploads stay listed.',
    '365',
  ),
  DELETE_ON_FIRST_DOWNLOAD: withDefault(
    z.stringbool(),
    false,
    'Delete a result and its upload after the first download of its primary output: XML for an invoice, a calendar for a meet, or an archive.',
  ),
}
