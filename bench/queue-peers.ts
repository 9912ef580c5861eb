import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { installPeers } from './install-peers.ts'
import type { Subject } from './queue-subjects.ts'

export interface Peers {
  pgBoss: (url: string) => Promise<Subject>
  graphileWorker: (url: string) => Promise<Subject>
  bullMq: (port: number) => Promise<Subject>
}

export async function loadPeers(): Promise<Peers> {
  return (await import(path.join(installPeers('pg-boss'), 'peers.js'))) as Peers
}

export async function startRedis(
  folder: string,
): Promise<{ child: ChildProcess; port: number } | undefined> {
  const program = '/usr/bin/redis-server'
  if (!existsSync(program)) {
    console.error('No redis-server: BullMQ is left out. Install it: apt-get install redis-server')
    return undefined
  }
  const port = 20_000 + Math.floor(Math.random() * 10_000)
  const durable = [
    '--appendonly',
    'yes',
    '--appendfsync',
    'everysec',
    '--maxmemory-policy',
    'noeviction',
  ]
  const place = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--save', '']
  const child = spawn(program, [...place, ...durable], { stdio: 'ignore' })
  await sleep(500)
  return { child, port }
}
