import type { Route } from './route.ts'

const kilobyte = 1024

/** Generated clients send an empty object to routes that take no body. */
const maxEmptyBytes = kilobyte
const maxJsonBytes = 16 * kilobyte
export const maxCsvBytes = 4 * kilobyte * kilobyte

/**
 * Returns the maximum body size for a route, in bytes. Uploaded files are limited by MAX_UPLOAD_MB instead
 * (settings/server.ts); `stageFile` in blobs/stage-upload.ts rejects larger ones with 413 TOO_LARGE.
 */
export function bodyLimit(route: Route): number {
  if (route.text !== undefined) return maxCsvBytes
  if (route.maxBodyBytes !== undefined) return route.maxBodyBytes
  return (route.body ?? route.json) ? maxJsonBytes : maxEmptyBytes
}
