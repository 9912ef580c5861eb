import type { Route } from './route.ts'

const kilobyte = 1024

/** Allows for the empty object that generated clients send to routes without a body. */
const maxEmptyBytes = kilobyte
const maxJsonBytes = 16 * kilobyte
export const maxCsvBytes = 4 * kilobyte * kilobyte

/**
 * Returns the maximum body size for a route, in bytes. MAX_UPLOAD_MB limits uploaded files instead
 * (settings/server.ts): `stageFile` in blobs/stage-upload.ts rejects larger files with 413 TOO_LARGE.
 */
export function bodyLimit(route: Route): number {
  if (route.text !== undefined) return maxCsvBytes
  if (route.maxBodyBytes !== undefined) return route.maxBodyBytes
  return (route.body ?? route.json) ? maxJsonBytes : maxEmptyBytes
}
