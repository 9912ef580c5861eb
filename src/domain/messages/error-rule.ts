export interface ErrorRule {
  /** HTTP status for a response with this code. */
  status: number
  /** True if the same request may succeed later; jobs are then retried, and users may retry. */
  retry: boolean
}
