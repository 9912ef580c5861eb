import { PassThrough, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'

export interface ZipEntry {
  name: string
  /** ISO 8601. */
  changed_at: string
  open: () => Promise<Readable>
}

/** Streams an archive. Opens one file at a time and buffers nothing in memory. */
export function createZip(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  const output = new PassThrough()
  let current: Readable | undefined
  const fail = (error: Error) => output.destroy(error)
  zip.on('error', fail)
  zip.outputStream.on('error', fail)
  // Closes the open file if the client disconnects.
  output.once('close', () => current?.destroy())
  for (const { name, changed_at, open } of entries) {
    zip.addReadStreamLazy(name, { mtime: new Date(changed_at) }, (provide) => {
      if (output.destroyed) return
      open().then(
        (stream) => {
          current = stream
          stream.once('error', fail)
          if (output.destroyed) stream.destroy()
          else provide(null, stream)
        },
        (error: Error) => fail(error),
      )
    })
  }
  zip.end()
  return zip.outputStream.pipe(output)
}
