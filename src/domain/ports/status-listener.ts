/** Receives each job whose status may have changed, for example to update the status cache. */
export interface StatusListener {
  changed(jobId: string): void
}
