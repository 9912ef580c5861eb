/** Is told about each job whose status may have changed, such as the cache of statuses. */
export interface StatusListener {
  changed(jobId: string): void
}
