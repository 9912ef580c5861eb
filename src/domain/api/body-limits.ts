import type { Route } from './route.ts'

const kilobyte = 1024

/** Generated clients send an empty object to routes that take no body. */
const maxEmptyBytes = kilobyte
const maxJsonBytes = 16 * kilobyte
export const maxCsvBytes = 4 * kilobyte * kilobyte

/** Largest body of a route in bytes, except for forms, whose parts have their own limits. */
export function bodyLimit(route: Route): number {
  if (route.text !== undefined) return maxCsvBytes
  if (route.maxBodyBytes !== undefined) return route.maxBodyBytes
  return (route.body ?? route.json) ? maxJsonBytes : maxEmptyBytes
}
