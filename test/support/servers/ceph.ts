import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { getSystemErrorCode } from '../../../src/domain/errors/system-error.ts'
import { cephConf } from './ceph-conf.ts'
import { freePorts } from './ports.ts'
import { onlyIf } from '../run/only-if.ts'

export interface S3Server {
  endpoint: string
  accessKeyId: string
  secretAccessKey: string
  /** Folder for the server's files. `run/` holds its pid files. */
  folder: string
}

type Run = (program: string, ...args: string[]) => Promise<void>

/** Daemons keep their output open, so it must be a file: a pipe would never end. */
function runIn(folder: string): Run {
  return async (program, ...args) => {
    const log = await open(path.join(folder, 'output.log'), 'a')
    const child = spawn(program, args, { stdio: ['ignore', log.fd, log.fd] })
    const code = await new Promise((resolve, reject) => {
      child.on('error', reject).on('exit', resolve)
    })
    await log.close()
    if (code !== 0) throw new Error(`${program} ended with exit code ${String(code)}`)
  }
}

/** Whether Ceph is installed. `npm test` installs it if permitted. */
export const hasCeph = ['radosgw', 'ceph-mon', 'ceph-osd'].every((name) =>
  existsSync(path.join('/usr/bin', name)),
)
export const needsCeph = onlyIf(hasCeph, 'there is no Ceph')

const keys = { accessKeyId: 'docket-test', secretAccessKey: 'docket-test-secret' }

/** Starts a real S3 server that runs until `stopCeph`. Takes about 15 seconds. */
export async function startCeph(folder: string): Promise<S3Server> {
  for (const name of ['run', 'log', 'mon', 'osd', 'rgw', 'crash']) {
    await mkdir(path.join(folder, name), { recursive: true })
  }
  const [v2, v1, port] = (await freePorts(3)) as [number, number, number]
  const fsid = randomUUID()
  const monitors = `[v2:127.0.0.1:${v2},v1:127.0.0.1:${v1}]`
  const conf = path.join(folder, 'ceph.conf')
  await writeFile(conf, cephConf({ folder, fsid, monitors, port }))
  const monmap = path.join(folder, 'monmap')
  const osd = randomUUID()
  const run = runIn(folder)
  const ceph: Run = (program, ...args) => run(program, '-c', conf, ...args)
  await run('monmaptool', '--create', '--fsid', fsid, '--addv', 'a', monitors, monmap)
  await ceph('ceph-mon', '--mkfs', '-i', 'a', '--monmap', monmap)
  await ceph('ceph-mon', '-i', 'a')
  await ceph('ceph', '--connect-timeout', '20', 'osd', 'new', osd, '0')
  await ceph('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd)
  await ceph('ceph-osd', '-i', '0')
  await ceph('ceph', 'osd', 'crush', 'add', 'osd.0', '1.0', 'root=default', 'host=localhost')
  await startGateway(folder)
  const user = ['user', 'create', '--uid=docket', '--display-name=docket']
  const secrets = [`--access-key=${keys.accessKeyId}`, `--secret-key=${keys.secretAccessKey}`]
  await ceph('radosgw-admin', ...user, ...secrets)
  const endpoint = `http://127.0.0.1:${port}`
  await isResponding(endpoint)
  return { endpoint, ...keys, folder }
}

async function startGateway(folder: string): Promise<void> {
  await runIn(folder)('radosgw', '-c', path.join(folder, 'ceph.conf'), '-n', 'client.rgw.a')
}

/** Resolves once the gateway responds. */
async function isResponding(endpoint: string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    const response = await fetch(endpoint).catch(() => undefined)
    if (response) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${endpoint} does not respond`)
}

export async function stopCeph(folder: string): Promise<void> {
  for (const name of ['client.rgw.a', 'osd.0', 'mon.a']) {
    const file = path.join(folder, `run/${name}.pid`)
    const pid = Number(await readFile(file, 'utf8').catch(() => ''))
    try {
      if (pid > 0) process.kill(pid, 'SIGKILL')
    } catch (error) {
      if (getSystemErrorCode(error) !== 'ESRCH') throw error
    }
  }
}
