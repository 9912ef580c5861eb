import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { AppError } from '../domain/errors/errors.ts'
import type { Guard } from './guard.ts'
import { startGuardedProxy } from './guarded-proxy.ts'

export interface BrowserOptions {
  guard: Guard
  /** The program to run. */
  chromium: string
  /** From its start to its end. */
  timeoutMs?: number
}

const mostBytes = 3 * 1024 * 1024

/**
 * Shows a page in a browser of its own and returns what its scripts have made of it. All that the browser asks for goes
 * through the guard; it knows no other way and looks no name up. One page at a time.
 */
export function createBrowser({ guard, chromium, timeoutMs = 25_000 }: BrowserOptions) {
  let last: Promise<unknown> = Promise.resolve()
  return (url: URL, signal: AbortSignal): Promise<string> => {
    const shown = last.then(() => show({ guard, chromium, timeoutMs }, url, signal))
    last = shown.catch(() => undefined)
    return shown
  }
}

async function show(
  { guard, chromium, timeoutMs }: Required<BrowserOptions>,
  url: URL,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  const proxy = await startGuardedProxy(guard)
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-browser-'))
  try {
    const clock = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
    // One that has aborted does so no more, and nothing would end the browser.
    clock.throwIfAborted()
    return await dump(chromium, [...flags(proxy.port, folder), url.href], folder, clock)
  } finally {
    await proxy.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function flags(port: number, folder: string): string[] {
  // As root there is no other way; elsewhere its own sandbox holds.
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return [
    ...asRoot,
    '--headless=new',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-extensions',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--no-first-run',
    '--no-pings',
    '--mute-audio',
    '--blink-settings=imagesEnabled=false',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    `--proxy-server=http://127.0.0.1:${port}`,
    // Also what is on this machine goes through the proxy, and no name is ever looked up here.
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    `--user-data-dir=${folder}`,
    '--virtual-time-budget=8000',
    '--dump-dom',
  ]
}

/** What a program writes; it ends, with all that it has started, when the signal says so. */
function dump(
  program: string,
  args: string[],
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      // Nothing of our own environment, which holds secrets.
      env: { HOME: folder, PATH: '/usr/bin:/bin' },
      detached: true,
    })
    const parts: Buffer[] = []
    let bytes = 0
    const end = () => {
      if (child.pid !== undefined) killGroup(child.pid)
    }
    signal.addEventListener('abort', end)
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > mostBytes) end()
      else parts.push(chunk)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      signal.removeEventListener('abort', end)
      end()
      if (code === 0) resolve(Buffer.concat(parts).toString())
      else reject(new AppError('FETCH_FAILED', 'The browser could not show this page.'))
    })
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended already.
  }
}
