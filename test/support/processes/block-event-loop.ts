import { once } from 'node:events'
import net from 'node:net'
import { setImmediate as nextTick } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { listenForTest } from '../servers/file-server.ts'

/**
 * Returns both ends of a connection within this process: data written to one end is immediately available at the other,
 * but timers run first.
 */
export async function pipeForTest(): Promise<{ near: net.Socket; far: net.Socket }> {
  const server = net.createServer()
  const near = net.connect(await listenForTest(server), '127.0.0.1')
  onTestFinished(() => void near.destroy())
  const [far] = (await once(server, 'connection')) as [net.Socket]
  await nextTick()
  return { near, far }
}

/** Blocks the event loop for this many milliseconds. */
export function blockEventLoop(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
