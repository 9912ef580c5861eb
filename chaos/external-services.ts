import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Blobs } from '../src/blobs/blobs.ts'
import { fsBlobs } from '../src/blobs/fs.ts'
import { initBucket } from '../src/blobs/s3/init-bucket.ts'
import { s3Blobs } from '../src/blobs/s3/s3.ts'
import { startCeph, stopCeph } from '../test/support/servers/ceph.ts'
import { freePorts } from '../test/support/servers/ports.ts'
import { type Proxy, startProxy } from './proxy.ts'

/** The services that a fleet uses in addition to its database, with access that no fault affects. */
export interface ExternalServices {
  env: Record<string, string>
  /** Reads and writes the files of the fleet without the proxy. */
  blobs: Blobs
  /** Proxy between the fleet and its bucket, if there is one. */
  storage: Proxy | undefined
  redis: Redis | undefined
  stop(): Promise<void>
}

export interface Redis {
  port: number
  /** Kills Redis; its data is lost. */
  kill(): Promise<void>
  start(): Promise<void>
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
}

/** Stores files in the data folder; there is no shared cache. */
export function createDiskServices(dataFolder: string): ExternalServices {
  const blobs = fsBlobs(path.join(dataFolder, 'blobs'))
  return { env: {}, blobs, storage: undefined, redis: undefined, stop: async () => undefined }
}

/** Stores files on a real S3 server behind a faulty network; the web processes share a Redis. */
export async function createS3Services(folder: string): Promise<ExternalServices> {
  const place = path.join(folder, 'ceph')
  await mkdir(place, { recursive: true })
  const { endpoint, accessKeyId, secretAccessKey } = await startCeph(place)
  const storage = await startProxy({ host: '127.0.0.1', port: Number(new URL(endpoint).port) })
  const redis = await startRedis()
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey }
  Object.assign(process.env, keys)
  const bucket = 'storm'
  const common = { bucket, prefix: '', region: 'us-east-1', pathStyle: true, encryption: undefined }
  await initBucket({ ...common, endpoint }, undefined)
  return {
    env: {
      ...keys,
      STORAGE_URL: `s3://${bucket}?endpoint=http://127.0.0.1:${storage.port}`,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
    },
    blobs: s3Blobs({ ...common, endpoint, publicEndpoint: undefined }),
    storage,
    redis,
    async stop() {
      await redis.kill()
      await storage.close()
      await stopCeph(place)
    },
  }
}

async function startRedis(): Promise<Redis> {
  const [port = 0] = await freePorts(1)
  let child: ChildProcess | undefined
  const redis: Redis = {
    port,
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
    async start() {
      const flags = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
      child = spawn('/usr/bin/redis-server', ['--port', String(port), ...flags], {
        stdio: 'ignore',
      })
      while (!(await accepts(port))) await sleep(20)
    },
    signal: (signal) => void child?.kill(signal),
  }
  await redis.start()
  return redis
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const isThere = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  })
  socket.destroy()
  return isThere
}
