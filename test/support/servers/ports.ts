import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import net from 'node:net'
import { getSystemErrorCode } from '../../../src/domain/errors/system-error.ts'

/**
 * Returns free ports on this machine, below the ephemeral range and our Postgres ports, so that nothing else takes them
 * by chance.
 */
export async function freePorts(count: number): Promise<number[]> {
  const servers: net.Server[] = []
  while (servers.length < count) servers.push(await listenSomewhere())
  const ports = servers.map((server) => (server.address() as net.AddressInfo).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}

async function listenSomewhere(): Promise<net.Server> {
  try {
    const server = net.createServer().listen(randomInt(10_000, 20_000), '127.0.0.1')
    await once(server, 'listening')
    return server
  } catch (error) {
    if (getSystemErrorCode(error) !== 'EADDRINUSE') throw error
    return listenSomewhere()
  }
}
