import { deleteRate, putRates, readDirectory } from '../db/review/directory.sql.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'
import type { ExchangeRate } from '../domain/invoice/exchange-rate.ts'
import { readRatesCsv } from '../extraction/directory/exchange-rates-csv.ts'
import { changeLocked, type DirectoryDeps } from './entries.ts'

const maxRates = 10_000

export async function listRates(
  { directories }: DirectoryDeps,
  ownerId: string,
): Promise<ExchangeRate[]> {
  return (await directories.get(ownerId))?.rates ?? []
}

/** Saves rates, replacing those for the same currency and week. Returns all rates. */
export function saveRates(
  deps: DirectoryDeps,
  ownerId: string,
  rates: readonly ExchangeRate[],
): Promise<ExchangeRate[]> {
  const latest = new Map(rates.map((rate) => [`${rate.currency} ${rate.valid_from}`, rate]))
  return changeLocked(deps, ownerId, async (tx) => {
    await putRates(tx, ownerId, [...latest.values()])
    const [after] = await readDirectory(tx, ownerId)
    const saved = after?.rates ?? []
    if (saved.length > maxRates) {
      throw new AppError('INVALID_REQUEST', createDetail('directory_full', {}))
    }
    return saved
  })
}

export function importRates(
  deps: DirectoryDeps,
  ownerId: string,
  csv: string,
): Promise<ExchangeRate[]> {
  return saveRates(deps, ownerId, readRatesCsv(csv))
}

export function deleteOwnRate(
  deps: DirectoryDeps,
  ownerId: string,
  week: Pick<ExchangeRate, 'currency' | 'valid_from'>,
): Promise<void> {
  return changeLocked(deps, ownerId, async (tx) => {
    const [gone] = await deleteRate(tx, ownerId, week)
    if (!gone) throw new AppError('NOT_FOUND', createDetail('entry_not_found', {}))
  })
}
