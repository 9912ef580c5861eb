import { connect, type Socket } from 'node:net'

/** Many streams whose readers only count, so that the cost of clients does not distort the cost of the server. */
export interface StreamReaders {
  /** Resolves when every stream has received `events` events since the last call. */
  all(events: number): Promise<void>
  close(): void
}

const mark = Buffer.from('\nevent: job\n')

export async function readStreams(
  url: string,
  { count, path, headers }: { count: number; path: string; headers: Record<string, string> },
): Promise<StreamReaders> {
  const { hostname, port } = new URL(url)
  const lines = Object.entries({ host: hostname, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const request = `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
  let seen = 0
  let targetCount = Infinity
  let onAll = () => undefined as void
  const sockets: Socket[] = []
  for (let n = 0; n < count; n += 100) {
    const some = Math.min(100, count - n)
    const opened = Array.from({ length: some }, () => open())
    sockets.push(...(await Promise.all(opened)))
  }

  function open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(Number(port), hostname)
      let tail = Buffer.alloc(0)
      socket.once('error', reject)
      socket.once('connect', () => socket.write(request))
      socket.once('data', () => resolve(socket))
      socket.on('data', (chunk: Buffer) => {
        const text = Buffer.concat([tail, chunk])
        for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + mark.length))
          seen += 1
        // Shorter than the marker, so that no event is counted twice.
        tail = text.subarray(Math.max(0, text.length - mark.length + 1))
        if (seen >= targetCount) onAll()
      })
    })
  }

  return {
    all(events) {
      return new Promise((resolve) => {
        seen = 0
        targetCount = events * count
        onAll = resolve
      })
    },
    close() {
      for (const socket of sockets) socket.destroy()
    },
  }
}
