export interface ErrorRule {
  /** HTTP status of a response with this code. */
  status: number
  /**
   * True if the same request may succeed later: failed jobs are retried automatically, and users may retry requests.
   */
  retry: boolean
}
