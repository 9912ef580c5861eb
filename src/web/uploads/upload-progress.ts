export interface UploadProgress {
  sent_bytes: number
  total_bytes: number
  /** Undefined until it is measured. */
  bytes_per_second: number | undefined
  /** The last measurement of the speed. */
  last_measured: { at_ms: number; sent_bytes: number }
}

const measureEveryMs = 500
/** Weight of a new measurement. The speed follows a changing connection without flickering. */
const weight = 0.3

export function startProgress(totalBytes: number, nowMs: number): UploadProgress {
  return {
    sent_bytes: 0,
    total_bytes: totalBytes,
    bytes_per_second: undefined,
    last_measured: { at_ms: nowMs, sent_bytes: 0 },
  }
}

export function advanceProgress(
  progress: UploadProgress,
  sentBytes: number,
  totalBytes: number,
  nowMs: number,
): UploadProgress {
  const moved = { ...progress, sent_bytes: sentBytes, total_bytes: totalBytes }
  const elapsedMs = nowMs - progress.last_measured.at_ms
  if (elapsedMs < measureEveryMs) return moved
  const speed = ((sentBytes - progress.last_measured.sent_bytes) / elapsedMs) * 1000
  const before = progress.bytes_per_second ?? speed
  return {
    ...moved,
    bytes_per_second: before + (speed - before) * weight,
    last_measured: { at_ms: nowMs, sent_bytes: sentBytes },
  }
}

export function secondsLeft({
  sent_bytes,
  total_bytes,
  bytes_per_second,
}: UploadProgress): number | undefined {
  return bytes_per_second ? (total_bytes - sent_bytes) / bytes_per_second : undefined
}
