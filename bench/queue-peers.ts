import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Subject } from './queue-subjects.ts'

export interface Peers {
  pgBoss: (url: string) => Promise<Subject>
  graphileWorker: (url: string) => Promise<Subject>
  bullMq: (port: number) => Promise<Subject>
}

/** Other queues are no packages of ours: they are installed beside the bench when it runs. */
export async function loadPeers(): Promise<Peers> {
  const folder = path.resolve('bench/peers')
  if (!existsSync(path.join(folder, 'node_modules'))) {
    const install = ['install', '--no-fund', '--no-audit', '--ignore-scripts', '--no-package-lock']
    execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return (await import(path.join(folder, 'peers.js'))) as Peers
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
