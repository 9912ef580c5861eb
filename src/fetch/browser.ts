import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDeadline } from '../clock/timeouts.ts'
import { AppError } from '../domain/errors/app-error.ts'
import type { Guard } from './guard.ts'
import { startGuardedProxy } from './guarded-proxy.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

export interface BrowserOptions {
  guard: Guard
  /** Path of the executable. */
  chromium: string
  /** Time limit for the entire browser run, in ms. */
  timeoutMs?: number
}

const maxBytes = 3 * 1024 * 1024

/**
 * Renders a page in a fresh browser and returns the resulting DOM. All traffic goes through the guarded proxy, and the
 * browser itself does not resolve names. Renders one page at a time.
 */
export function createBrowser({ guard, chromium, timeoutMs = 25_000 }: BrowserOptions) {
  let last: Promise<unknown> = Promise.resolve()
  return (url: URL, signal: AbortSignal): Promise<string> => {
    const rendered = last.then(() => renderPage({ guard, chromium, timeoutMs }, url, signal))
    last = rendered.catch(() => undefined)
    return rendered
  }
}

async function renderPage(
  { guard, chromium, timeoutMs }: Required<BrowserOptions>,
  url: URL,
  signal: AbortSignal,
): Promise<string> {
  signal.throwIfAborted()
  const proxy = await startGuardedProxy(guard)
  const folder = await mkdtemp(path.join(tmpdir(), 'docket-browser-'))
  const deadline = startDeadline(timeoutMs, signal)
  try {
    // An `abort` event is not repeated for a signal that is already aborted, so nothing would stop the browser.
    deadline.signal.throwIfAborted()
    const args = [...createFlags(proxy.port, folder), url.href]
    return await runAndCapture(chromium, args, folder, deadline.signal)
  } finally {
    deadline.cancel()
    await proxy.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 3 })
  }
}

function createFlags(port: number, folder: string): string[] {
  // Chromium's own sandbox does not work as root.
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
    // Also sends loopback traffic through the proxy, and disables DNS in the browser.
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    `--user-data-dir=${folder}`,
    '--virtual-time-budget=8000',
    '--dump-dom',
  ]
}

/** Runs a command and returns its stdout. Kills the whole process group on abort. */
function runAndCapture(
  program: string,
  args: string[],
  folder: string,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      // Passes a minimal environment, because this process's environment contains secrets.
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
      if (bytes > maxBytes) end()
      else parts.push(chunk)
    })
    child.once('error', reject)
    child.once('close', (code) => {
      signal.removeEventListener('abort', end)
      end()
      if (code === 0) resolve(Buffer.concat(parts).toString())
      else reject(new AppError('FETCH_FAILED', createDetail('page_not_shown', {})))
    })
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has already exited.
  }
}
