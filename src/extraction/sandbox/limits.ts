export interface SandboxLimits {
  /** Wall clock of one task, from when its child is up. */
  seconds: number
  /** Until a new child is up, which says nothing of a document: on a busy machine it takes long. */
  start_seconds: number
  /** What each page that is a picture adds to it: recognising text takes a few, and more if it is turned. */
  seconds_per_scan: number
  /** Resident memory of a child at work; checked 20 times a second, so a bomb gets a little beyond. */
  memory_mb: number
  /** A child is replaced after so many tasks, in case something leaks. */
  tasks_per_child: number
  /** An idle child above this is replaced: memory that WASM once took never shrinks. */
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
