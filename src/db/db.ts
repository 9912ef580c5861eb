/** Anything that runs one SQL statement: the pool itself, or a transaction. */
export interface Db {
  query<Row>(text: string, values?: unknown[]): Promise<Row[]>
}

export interface Database extends Db {
  /** Commits when `run` resolves, rolls back when it rejects. Nothing slow belongs inside. */
  transaction<Result>(run: (tx: Db) => Promise<Result>): Promise<Result>
  /**
   * Calls `onNotify` whenever `channel` is notified, with what was said, and without anything after each
   * (re)connection, since what was sent in between is lost. A hint only: whoever listens also polls.
   */
  listen(channel: string, onNotify: (payload?: string) => void): Listener
  close(): Promise<void>
}

export interface Listener {
  close(): Promise<void>
}
