import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow to three times its live size before a GC cycle. By default, V8 allows a process that has been idle
 * for a while to grow by only 10%. Upload buffers would exceed that several times a second, and garbage collection
 * would take up half of the server's time.
 */
export function allowHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=200')
}
