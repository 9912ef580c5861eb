export interface SandboxLimits {
  /** Maximum wall-clock time for a task, starting when its child is ready. */
  seconds: number
  /** Maximum wall-clock time for opening a PDF without reading it. */
  probe_seconds: number
  /** Maximum time to start a child or to load its readers, which depends on the machine, not on the document. */
  start_seconds: number
  /** Seconds added for each scanned page, because OCR takes seconds, and longer if the page is rotated. */
  seconds_per_scan: number
  /**
   * Maximum resident memory of a busy child. It is measured 20 times a second, so a decompression bomb can briefly use
   * more.
   */
  memory_mb: number
  /** Number of tasks after which a child is replaced, as a guard against leaks. */
  tasks_per_child: number
  /** Size above which an idle child is replaced, because WASM memory never shrinks. */
  keep_mb: number
  /** Lowers the priority of children, so that the server stays responsive while they read hostile documents. */
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
