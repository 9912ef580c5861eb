export interface SandboxLimits {
  /** Wall-clock limit for one task, counted from the moment its child is up. */
  seconds: number
  /** Time limit for starting a child, which is slow on a busy machine and unrelated to the document. */
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
}

export const sandboxLimits: SandboxLimits = {
  seconds: 30,
  start_seconds: 60,
  seconds_per_scan: 60,
  memory_mb: 700,
  tasks_per_child: 500,
  keep_mb: 256,
}
