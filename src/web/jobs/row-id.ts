/** The id of a job's row in the queue, and the hash of the address that leads to it. */
export function rowIdOf(jobId: string): string {
  return `job-${jobId}`
}
