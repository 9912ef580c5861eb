import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { onTestFinished, vi } from 'vitest'
import { freePorts } from './ports.ts'
import { onlyIf } from '../run/only-if.ts'

/** Whether Prometheus is installed. `npm test` installs it if permitted. */
export const hasPrometheus = existsSync('/usr/bin/promtool') && existsSync('/usr/bin/amtool')
export const needsPrometheus = onlyIf(hasPrometheus, 'there is no promtool or no amtool')

interface Files {
  /** Contents of the configuration files by name. The first is the main one. */
  [name: string]: string
}

export interface MonitoringServer {
  url: string
}

/** A real Prometheus for one test. It is stopped when the test ends. */
export function prometheusForTest(folder: string, files: Files): Promise<MonitoringServer> {
  return start('/usr/bin/prometheus', folder, files, (data) => [
    `--storage.tsdb.path=${data}`,
    '--rules.alert.resend-delay=2s',
  ])
}

export function alertmanagerForTest(folder: string, files: Files): Promise<MonitoringServer> {
  return start('/usr/bin/prometheus-alertmanager', folder, files, (data) => [
    `--storage.path=${data}`,
    '--cluster.listen-address=',
  ])
}

async function start(
  program: string,
  folder: string,
  files: Files,
  flags: (data: string) => string[],
): Promise<MonitoringServer> {
  const own = path.join(folder, path.basename(program))
  await mkdir(own)
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(own, name), text)
  const [config = ''] = Object.keys(files)
  const [port] = await freePorts(1)
  const address = `127.0.0.1:${port}`
  const common = [`--config.file=${path.join(own, config)}`, `--web.listen-address=${address}`]
  const child = spawn(program, [...common, ...flags(path.join(own, 'data'))], { stdio: 'ignore' })
  onTestFinished(async () => {
    if (child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  const url = `http://${address}`
  await vi.waitFor(
    async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
      if (!(await fetch(`${url}/-/ready`)).ok) throw new Error('Prometheus is not ready')
    },
    { timeout: 60_000, interval: 100 },
  )
  return { url }
}

/** Returns the current result of a query. */
export async function runQuery({ url }: MonitoringServer, query: string): Promise<unknown[]> {
  const response = await fetch(`${url}/api/v1/query?query=${encodeURIComponent(query)}`)
  const { status, data, error } = (await response.json()) as {
    status: string
    data?: { result: unknown[] }
    error?: string
  }
  if (status !== 'success') throw new Error(`${query}: ${error}`)
  return data?.result ?? []
}
