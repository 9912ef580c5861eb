import { readlinkSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { onTestFinished, vi } from 'vitest'

/** Records, until the test ends, which files and folders this process has synced. */
export async function recordSyncs(tell: (file: string) => void | Promise<void>): Promise<void> {
  const handle = await open('.')
  const prototype = Object.getPrototypeOf(handle) as FileHandle
  await handle.close()
  const { sync } = prototype
  const spy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: FileHandle) {
    await sync.call(this)
    await tell(readlinkSync(`/proc/self/fd/${this.fd}`))
  })
  onTestFinished(() => spy.mockRestore())
}
