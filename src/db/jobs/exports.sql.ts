import type { Db } from '../db.ts'
import { hasResult } from './owned-jobs.sql.ts'

// Coretax files that an owner exported, and which invoices they contain.

export interface ExportRow {
  id: string
  filename: string
  seller: string | null
  seller_npwp: string | null
  period: string | null
  invoices: number
  tax_base: string
  tax: string
  exported_by: string
  exported_at: string
}

export interface NewExport extends Omit<ExportRow, 'exported_at' | 'invoices'> {
  owner_id: string
  contents: {
    job_id: string
    original_filename: string
    invoice_key: string
    filed_hash: string
  }[]
}

const columns =
  'id, filename, seller, seller_npwp, period, invoices, tax_base, tax, exported_by, exported_at'

/**
 * Records an exported file and its invoices, and sets `updated_at` on their jobs, so that live lists show the change.
 */
export function insertExport(db: Db, { contents, ...file }: NewExport): Promise<unknown> {
  return db.query(
    `with file as (
      insert into exports (id, owner_id, filename, seller, seller_npwp, period, invoices, tax_base, tax,
        exported_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $13)
      returning id
    ), contents as (
      insert into exported_invoices (export_id, job_id, original_filename, invoice_key, filed_hash)
      select file.id, job_id, original_filename, invoice_key, filed_hash
      from file, unnest($10::uuid[], $11::text[], $12::text[], $14::text[])
        as given (job_id, original_filename, invoice_key, filed_hash)
    )
    update jobs set updated_at = clock_timestamp() where id = any ($10) and owner_id = $2`,
    [
      file.id,
      file.owner_id,
      file.filename,
      file.seller,
      file.seller_npwp,
      file.period,
      contents.length,
      file.tax_base,
      file.tax,
      contents.map(({ job_id }) => job_id),
      contents.map(({ original_filename }) => original_filename),
      contents.map(({ invoice_key }) => invoice_key),
      file.exported_by,
      contents.map(({ filed_hash }) => filed_hash),
    ],
  )
}

/** Lists an owner's exports, newest first. */
export function listExports(
  db: Db,
  filter: { owner_id: string; after: string | null; limit: number },
): Promise<ExportRow[]> {
  return db.query(
    `select ${columns} from exports
    where owner_id = $1 and ($2::uuid is null or id < $2)
    order by id desc limit $3`,
    [filter.owner_id, filter.after, filter.limit],
  )
}

/** Undoes an export; returns no row if the export belongs to another owner. */
export function deleteExport(db: Db, ownerId: string, id: string): Promise<{ id: string }[]> {
  return db.query(
    `with deleted as (
      delete from exports where id = $2 and owner_id = $1 returning id
    ), touched as (
      update jobs set updated_at = clock_timestamp()
      where owner_id = $1
        and id in (select job_id from exported_invoices join deleted on deleted.id = export_id)
    )
    select id from deleted`,
    [ownerId, id],
  )
}

export interface SameInvoiceRow {
  id: string
  original_filename: string
  invoice_key: string
}

/** Finds the owner's invoices with one of these keys, oldest first. */
export function findInvoicesByKey(
  db: Db,
  ownerId: string,
  keys: string[],
): Promise<SameInvoiceRow[]> {
  return db.query(
    `select id, original_filename, summary ->> 'invoice_key' as invoice_key
    from jobs
    where owner_id = $1 and ${hasResult} and split_into is null
      and summary ->> 'invoice_key' = any ($2)
    order by created_at, id`,
    [ownerId, keys],
  )
}

/** Finds exported invoices with one of these keys, newest first. Their jobs may have been deleted. */
export function findExportedInvoices(
  db: Db,
  ownerId: string,
  keys: string[],
): Promise<{ job_id: string; invoice_key: string; original_filename: string }[]> {
  return db.query(
    `select job_id, invoice_key, original_filename
    from exported_invoices join exports on exports.id = export_id
    where owner_id = $1 and invoice_key = any ($2)
    order by exports.id desc`,
    [ownerId, keys],
  )
}

/** Returns each job's invoice hash from the latest file that contains the invoice. */
export function findFiledHashes(
  db: Db,
  ownerId: string,
  jobIds: string[],
): Promise<{ job_id: string; filed_hash: string }[]> {
  return db.query(
    `select distinct on (job_id) job_id, filed_hash
    from exported_invoices join exports on exports.id = export_id
    where owner_id = $1 and job_id = any ($2)
    order by job_id, exports.id desc`,
    [ownerId, jobIds],
  )
}

export function transferExports(db: Db, from: string, to: string): Promise<unknown> {
  return db.query('update exports set owner_id = $2 where owner_id = $1', [from, to])
}
