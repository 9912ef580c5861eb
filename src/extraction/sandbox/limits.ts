export interface SandboxLimits {
  /** Wall-clock limit for one task, counted from the moment its child is ready for it. */
  seconds: number
  /** The same for opening a PDF without reading it. */
  probe_seconds: number
  /** Time limit for starting a child, or for loading its readers: slow on a busy machine, unrelated to the document. */
  start_seconds: number
  /** Added per scanned page: OCR takes seconds, and more for a rotated page. */
  seconds_per_scan: number
  /**
   * Resident memory limit for a busy child. Checked 20 times a second, so a decompression bomb can briefly exceed it.
   */
  memory_mb: number
  /** Replaces a child after this many tasks, as a guard against leaks. */
  tasks_per_child: number
  /** Replaces an idle child above this size, because WASM memory never shrinks. */
  keep_mb: number
  /** Lowers child priority, so that the server stays responsive while children read hostile documents. */
  niceness: number
}

/** For documents that are not read during a request. */
export const backgroundNiceness = 10
/** For uploads that are checked during a request: ahead of background work, but behind the server. */
export const probeNiceness = 5

export const sandboxLimits: SandboxLimits = {
  seconds: 30,
  probe_seconds: 30,
  start_seconds: 60,
  seconds_per_scan: 60,
  memory_mb: 700,
  tasks_per_child: 500,
  keep_mb: 256,
  niceness: 0,
}
