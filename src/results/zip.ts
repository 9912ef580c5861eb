import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  /** ISO. */
  changed_at: string
  open: () => Promise<Readable>
}

/** An archive that is made while it is read: one file is open at a time, and none is held in memory. */
export function zipOf(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | undefined
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  zip.outputStream.on('error', fail)
  // Whoever goes away in the middle leaves the file open that is being sent.
  output.once('close', () => current?.destroy())
  for (const { name, changed_at, open } of entries) {
    zip.addReadStreamLazy(name, { mtime: new Date(changed_at) }, (give) => {
      if (output.destroyed) return
      open().then(
        (stream) => {
          current = stream
          stream.once('error', fail)
          if (output.destroyed) stream.destroy()
          else give(null, stream)
        },
        (error: Error) => fail(error),
      )
    })
  }
  zip.end()
  return zip.outputStream.pipe(output)
}
