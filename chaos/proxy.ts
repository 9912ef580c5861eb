import { connect, createServer, type Server, type Socket } from 'node:net'

export interface Proxy {
  port: number
  /** Closes all connections at once, like a router that restarts. */
  reset(): void
  /** Closes all connections and refuses new ones until `heal`, like a server that is down. */
  down(): void
  /** Drops all traffic in both directions for this many milliseconds, without closing connections. */
  blackhole(ms: number): void
  /** For this many milliseconds, cuts connections after the database has received a commit and before it responds. */
  loseReplies(ms: number, statement?: RegExp): void
  /** Delays each packet from the database by this many milliseconds. */
  delay(ms: number): void
  heal(): void
  /** Number of commits whose response was lost. */
  readonly lostReplies: number
  close(): Promise<void>
}

const commits = /commit|complete_and_claim_jobs|enqueue_batches/

/** Starts a proxy between Docket and its database that simulates network faults. */
export async function startProxy(target: { host: string; port: number }): Promise<Proxy> {
  const pairs = new Set<[Socket, Socket]>()
  let silentUntil = 0
  let losingUntil = 0
  let lost = commits
  let delayMs = 0
  let lostReplies = 0
  let isDown = false

  const server: Server = createServer((client) => {
    if (isDown) return void client.resetAndDestroy()
    const upstream = connect(target)
    const pair: [Socket, Socket] = [client, upstream]
    pairs.add(pair)
    const end = () => {
      pairs.delete(pair)
      client.destroy()
      upstream.destroy()
    }
    let isCut = false
    client.on('data', (chunk: Buffer) => {
      if (Date.now() < silentUntil) return
      upstream.write(chunk)
      if (Date.now() < losingUntil && lost.test(chunk.toString('latin1'))) {
        isCut = true
        lostReplies += 1
      }
    })
    upstream.on('data', (chunk: Buffer) => {
      if (isCut) return end()
      if (Date.now() < silentUntil) return
      if (delayMs === 0) client.write(chunk)
      else setTimeout(() => client.writable && client.write(chunk), delayMs)
    })
    for (const socket of pair) socket.on('error', end).on('close', end)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const reset = () => {
    for (const [client, upstream] of pairs) {
      client.resetAndDestroy()
      upstream.destroy()
    }
  }
  return {
    port,
    reset,
    down() {
      isDown = true
      reset()
    },
    blackhole(ms) {
      silentUntil = Date.now() + ms
      // A connection from which bytes were dropped cannot be resumed.
      setTimeout(reset, ms)
    },
    loseReplies: (ms, statement = commits) => {
      lost = statement
      losingUntil = Date.now() + ms
    },
    delay: (ms) => {
      delayMs = ms
    },
    heal() {
      isDown = false
      silentUntil = 0
      losingUntil = 0
      delayMs = 0
    },
    get lostReplies() {
      return lostReplies
    },
    async close() {
      reset()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
