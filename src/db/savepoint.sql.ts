import type { Db } from './db.ts'

export function setSavepoint(tx: Db): Promise<unknown> {
  return tx.query('savepoint before_change')
}

/** Undoes everything since the savepoint and releases the locks taken since. */
export function rollBackToSavepoint(tx: Db): Promise<unknown> {
  return tx.query('rollback to savepoint before_change')
}
