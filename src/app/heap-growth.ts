import { setFlagsFromString } from 'node:v8'

/**
 * Lets the heap grow to three times its live size before a GC cycle. By default, V8 allows only 10% more once a process
 * has been idle for a while. Upload buffers count too and exceed that several times a second, so garbage collection
 * would take half of the server's time.
 */
export function allowHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=200')
}
