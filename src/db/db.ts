/** Runs single SQL statements, on a pool or in a transaction. */
export interface Db {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

export interface Database extends Db {
  /** Commits when `run` resolves, rolls back when it rejects. Holds a connection and locks, so `run` must be short. */
  transaction<Result>(run: (tx: Db) => Promise<Result>): Promise<Result>
  /**
   * Calls `onNotify` with the payload of each notification on `channel`, and without a payload after each
   * (re)connection, because notifications may have been lost. This is only a hint: callers also poll.
   */
  listen(channel: string, onNotify: (payload?: string) => void): Listener
  close(): Promise<void>
}

export interface Listener {
  close(): Promise<void>
}
