import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import { cloneDatabase } from '../support/database/database.ts'
import { type Column, describeStatement } from './describe.ts'
import { hasOuterJoin, nonNullExpressions } from './non-null.ts'
import type { Kind, Property } from './row-types.ts'
import { readStatements, type Statement } from './statements.ts'

/** The JavaScript type that pg returns for each Postgres type (src/db/pg.ts). */
const kinds: Record<string, Kind[]> = {
  bool: ['boolean'],
  bytea: ['buffer'],
  int4: ['number'],
  float8: ['number'],
  int8: ['string'],
  numeric: ['string'],
  text: ['string'],
  uuid: ['string'],
  timestamptz: ['string'],
  _text: ['string[]'],
  _int4: ['number[]'],
  json: ['json', 'string[]', 'number[]', 'any'],
  jsonb: ['json', 'string[]', 'number[]', 'any'],
}

/**
 * Columns that are declared not null although neither the schema nor the form of their expression proves it. Grouped by
 * reason. Each lists a statement and its columns.
 */
const knownNonNull: Record<string, string[]> = {
  'a comparison of columns and arguments that are never null': [
    'identity/idempotency-keys.sql.ts findKey: is_same wait_seconds',
    'identity/sessions.sql.ts findSession: is_live is_extension_due',
    'identity/links.sql.ts listShares: job_id',
    'identity/links.sql.ts upsertShare: job_id',
    'identity/stream-tickets.sql.ts consumeTicket: is_valid',
    'jobs/changes.sql.ts listJobsInBatches: params',
    'jobs/changes.sql.ts listUpdatedJobs: params',
    'jobs/job-detail.sql.ts findJobDetail: is_mine params',
    'jobs/owned-batches.sql.ts findBatch: is_mine params',
    'jobs/owned-jobs.sql.ts findJob: is_mine params',
    'jobs/owned-jobs.sql.ts listBatchJobs: params',
    'jobs/owned-jobs.sql.ts listJobsById: params',
    'notify/deliveries.sql.ts findCallback: is_mine',
    'notify/webhooks.sql.ts findWebhook: is_mine',
    'operations/admin.sql.ts listWorkers: is_lost',
  ],
  'a constant or a column that is never null in every part of the union': [
    'identity/links.sql.ts deleteOwnedLink: id',
    'identity/links.sql.ts listOwnedLinks: created_at expires_at id purpose views',
    'jobs/job-list.sql.ts listFacets: facet',
    'notify/webhooks.sql.ts findCallbackSigner: id',
    'jobs/recover.sql.ts listOwners: owner_id',
  ],
  'a column of a system view, or of a catalog': [
    'copy/catalog.sql.ts listReferencedBlobs: key',
    'copy/catalog.sql.ts listSequences: name value',
    'copy/catalog.sql.ts listTables: columns name',
  ],
  'a function of values that are never null': [
    'embedded/owner.sql.ts tryOwnerLock: locked',
    'jobs/recover.sql.ts listBlobFolders: folder',
    'jobs/upload-usage.sql.ts addUploadUsage: bytes',
    'jobs/upload-usage.sql.ts readSecondsUntilTomorrow: seconds',
    'jobs/upload-usage.sql.ts readUploadUsages: bytes',
    'notify/deliveries.sql.ts claimDeliveries: payload',
    'operations/alerts.sql.ts countRecentOutcomes: jobs',
    'operations/mailbox.sql.ts claimMessage: is_known',
    'queue/dependencies.sql.ts lockBreaker: now',
    'queue/overdue.sql.ts timeOutJobs: ms',
    'review/sheet-refreshes.sql.ts claimDueSheets: sha256',
    'review/sheet-refreshes.sql.ts claimDueSheets: source_url',
    'server.sql.ts isWritable: is_writable',
    'server.sql.ts readServerVersion: version',
  ],
  'the condition excludes null': [
    'jobs/recover.sql.ts listSourcesIn: key',
    'jobs/split.sql.ts listSplitPages: split_pages',
    'operations/mailbox.sql.ts findMailboxFault: fault',
    'jobs/exports.sql.ts findInvoicesByKey: invoice_key',
    'review/missing-numbers.sql.ts listMissingNumbers: job_id name role',
    'notify/webhooks.sql.ts findWebhook: url',
    'notify/webhooks.sql.ts recordDeliveryFailure: disabled_by',
    'notify/webhooks.sql.ts rotateSecret: url',
    'notify/webhooks.sql.ts selectWebhooks: url',
    'notify/webhooks.sql.ts updateWebhook: url',
    'queue/dependencies.sql.ts listDependencies: max_running',
  ],
  'a constraint of jobs or its claim sets it in this status': [
    'jobs/expiry.sql.ts expireResults: ms',
    'jobs/outputs.sql.ts findResult: result_key',
    'operations/admin.sql.ts requeueDeadLetters: ms',
    'operations/admin.sql.ts selectDeadLetters: error_code failed_at',
    'queue/rescue.sql.ts failLostJobs: ms',
    'queue/rescue.sql.ts rescueJobs: ms',
  ],
  'a delivery without a callback URL belongs to a webhook, which has a URL': [
    'notify/deliveries.sql.ts claimDeliveries: url',
    'notify/deliveries.sql.ts insertTestDelivery: url',
    'notify/deliveries.sql.ts listCallbacks: url',
    'notify/deliveries.sql.ts listDeliveries: url',
    'notify/deliveries.sql.ts redeliver: url',
  ],
  'a function of migrations/ returns it': [
    'identity/sessions.sql.ts transferJobs: moved',
    'jobs/enqueue.sql.ts enqueue: created_at',
    'jobs/transitions.sql.ts completeAndClaim: epoch id is_skipped',
    'jobs/transitions.sql.ts completeJob: epoch id',
    'operations/active-jobs.sql.ts prioritizeJobs: batch_id id',
    'queue/overdue.sql.ts unblockStuckJobs: batch_id id',
  ],
  'an element of an argument, or its number': [
    'jobs/changes.sql.ts findDeletedBatches: id',
    'jobs/cleanup.sql.ts findOrphanedResults: key',
    'jobs/cleanup.sql.ts findOrphanedSources: key',
    'jobs/recover.sql.ts findLostSources: key',
    'jobs/owned-jobs.sql.ts findJob: nth',
    'review/program-cache.sql.ts findProgram: nth',
  ],
  'arithmetic with the current time': [],
  'an aggregate over all rows, which has one': [
    'jobs/job-detail.sql.ts findJobDetail: attempts',
    'jobs/job-list.sql.ts listJobs: needs_review_count totals',
    'jobs/job-list.sql.ts listSortedJobs: needs_review_count totals',
  ],
  'on the side of the outer join that has a row': [
    'identity/sign-ins.sql.ts findSignIn: id',
    'operations/admin.sql.ts readLastHour: minute',
    'review/readings.sql.ts findReading: revision',
  ],
}

const listedByHand = Object.values(knownNonNull)
  .flat()
  .flatMap((entry) => {
    const [name, columns = ''] = entry.split(': ')
    return columns.split(/\s+/).map((column) => `${name}: ${column}`)
  })

interface TableColumn {
  is_not_null: boolean
  /** Values allowed by a check constraint `column in (…)`. */
  values: string[] | null
}

interface Catalog {
  types: Map<number, string>
  columns: Map<string, TableColumn>
}

async function readCatalog(client: pg.Client): Promise<Catalog> {
  const types = await client.query<{ oid: number; name: string }>(
    'select oid::int, typname as name from pg_type',
  )
  const columns = await client.query<TableColumn & { key: string; check: string | null }>(
    `select attrelid::int || '.' || attnum as key, attnotnull as is_not_null,
      (select pg_get_constraintdef(oid) from pg_constraint
        where conrelid = attrelid and contype = 'c' and conkey = array[attnum]
          and pg_get_constraintdef(oid) like '%= ANY (ARRAY[%' limit 1) as check
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0`,
  )
  const literals = (check: string | null) =>
    check === null ? null : [...check.matchAll(/'([^']*)'/g)].map(([, value = '']) => value)
  return {
    types: new Map(types.rows.map(({ oid, name }) => [oid, name])),
    columns: new Map(
      columns.rows.map(({ key, is_not_null, check }) => [
        key,
        { is_not_null, values: literals(check) },
      ]),
    ),
  }
}

let statements: Statement[]
let described: Map<Statement, Column[]>
let catalog: Catalog

beforeAll(async () => {
  statements = readStatements()
  const { url, drop } = await cloneDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  catalog = await readCatalog(client)
  described = new Map()
  for (const statement of statements) {
    described.set(
      statement,
      await describeStatement(client, statement.text).catch((cause: unknown) => {
        throw new Error(`${statement.name} cannot be prepared`, { cause })
      }),
    )
  }
  await client.end()
  await drop()
})

/** Calls `check` for every column of every statement whose rows are used. Returns the reports. */
function eachColumn(
  check: (given: {
    statement: Statement
    column: Column
    property: Property
    table: TableColumn | undefined
  }) => string | undefined,
): string[] {
  return statements.flatMap((statement) =>
    (described.get(statement) ?? []).flatMap((column) => {
      const property = statement.row?.get(column.name)
      if (!property) return []
      const table = catalog.columns.get(`${column.table_oid}.${column.column_number}`)
      const report = check({ statement, column, property, table })
      return report === undefined ? [] : [`${statement.name}: ${column.name} ${report}`]
    }),
  )
}

function isVerified(
  { text }: Statement,
  { name }: Column,
  table: TableColumn | undefined,
): boolean {
  if (!table) return nonNullExpressions(text).has(name)
  return table.is_not_null && !hasOuterJoin(text)
}

describe('statement rows', () => {
  it('are declared for every statement whose rows are used', () => {
    expect(statements.length).toBeGreaterThanOrEqual(173)
    expect(statements.filter(({ row }) => row).length).toBeGreaterThanOrEqual(110)
    expect(new Set(statements.map(({ name }) => name.split(' ')[0])).size).toBeGreaterThan(35)
  })

  it('have the declared columns', () => {
    const wrong = statements.flatMap((statement) => {
      if (!statement.row) return []
      const declared = [...statement.row.keys()].sort()
      const selected = (described.get(statement) ?? []).map(({ name }) => name).sort()
      return String(declared) === String(selected) ? [] : [{ ...statement, declared, selected }]
    })
    expect(wrong).toEqual([])
  })

  it('have the declared types', () => {
    const wrong = eachColumn(({ column, property: { kind } }) => {
      const type = catalog.types.get(column.type_oid) ?? ''
      return kinds[type]?.includes(kind) ? undefined : `is ${type}, declared ${kind}`
    })
    expect(wrong).toEqual([])
  })

  it('have the declared nullability', () => {
    const unproved = eachColumn(({ statement, column, property, table }) =>
      property.is_nullable || property.kind === 'any' || isVerified(statement, column, table)
        ? undefined
        : '',
    ).map((report) => report.trim())
    expect(unproved.sort()).toEqual(listedByHand.sort())
    const needless = eachColumn(({ statement, column, property, table }) =>
      table && property.is_nullable && isVerified(statement, column, table)
        ? 'is never null'
        : undefined,
    )
    expect(needless).toEqual([])
  })

  it('include all values that the schema allows', () => {
    const wrong = eachColumn(({ property: { literals }, table }) => {
      const missing = table?.values?.filter((value) => literals && !literals.includes(value)) ?? []
      return missing.length > 0 ? `may be ${missing.join(', ')}` : undefined
    })
    expect(wrong).toEqual([])
  })
})
