/** Runs single SQL statements: the pool, or a transaction. */
export interface Db {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

export interface Database extends Db {
  /** Commits when `run` resolves, rolls back when it rejects. Holds a connection and locks, so `run` must be short. */
  transaction<Result>(run: (tx: Db) => Promise<Result>): Promise<Result>
  /**
   * Calls `onNotify` with the payload of each notification of `channel`, and without one after each (re)connection, when
   * notifications may have been lost. A hint only: callers also poll.
   */
  listen(channel: string, onNotify: (payload?: string) => void): Listener
  close(): Promise<void>
}

export interface Listener {
  close(): Promise<void>
}
