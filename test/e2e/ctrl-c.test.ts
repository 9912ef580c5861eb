import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { startEmbedded } from '../../src/db/embedded/server.ts'
import { textPdf } from '../fixtures/pdfs.ts'
import { temporaryFolder } from '../support/processes/command.ts'
import { readJob, visitor } from '../support/docket/visitor.ts'
import { startThirdPartyGateway } from '../support/servers/gateway.ts'
import { query } from '../support/database/query.ts'
import { terminalSkipReason, openTerminal, type Terminal } from '../support/processes/terminal.ts'

const commands = ['npm start', `node ${path.resolve('dist/main.js')} up`]

beforeEach(({ skip }) => skip(terminalSkipReason !== undefined, terminalSkipReason))

interface BusyDocket {
  terminal: Terminal
  url: string
  job_id: string
  folder: string
}

/** Starts a Docket in a terminal. Its only job waits for a gateway that never responds. */
async function startBusyDocket(command: string, env: Record<string, string>): Promise<BusyDocket> {
  let onCall: () => void = () => undefined
  const called = new Promise<void>((resolve) => (onCall = resolve))
  const GATEWAY_URL = await startThirdPartyGateway(() => onCall())
  const DATA_DIR = await temporaryFolder()
  const terminal = openTerminal(command, { DATA_DIR, GATEWAY_URL, PORT: '0', ...env })
  const [, url = ''] = await terminal.waitFor(/running at (http:\S+)/)
  const { id } = await readJob(await visitor(url).upload(new Uint8Array(await textPdf())))
  await called
  // All of these must be gone afterwards: the database, a child process that reads documents, and the server.
  expect(terminal.processes().length).toBeGreaterThan(5)
  return { terminal, url, job_id: id, folder: path.join(DATA_DIR, 'postgres') }
}

async function storedState({ folder, job_id }: BusyDocket): Promise<unknown> {
  const server = await startEmbedded({ folder })
  try {
    return await query(server.url, `select status, leased_by from jobs where id = '${job_id}'`)
  } finally {
    await server.stop()
  }
}

describe.each(commands)('%s in a terminal', (command) => {
  it('releases its jobs on Ctrl-C and does not leave a process', async () => {
    const busy = await startBusyDocket(command, { SHUTDOWN_GRACE_SECONDS: '1' })
    busy.terminal.pressCtrlC()
    expect([0, 130], busy.terminal.output()).toContain(await busy.terminal.ended)
    expect(busy.terminal.processes()).toEqual([])
    expect(await storedState(busy)).toEqual([{ status: 'queued', leased_by: null }])
  })

  it('exits immediately on a second Ctrl-C and stops its database', async () => {
    const { terminal } = await startBusyDocket(command, { SHUTDOWN_GRACE_SECONDS: '600' })
    terminal.pressCtrlC()
    await terminal.waitFor(/Press Ctrl-C again/)
    await sleep(1500)
    expect(terminal.processes().length).toBeGreaterThan(5)
    terminal.pressCtrlC()
    expect(await terminal.ended).toBe(130)
    await expect.poll(() => terminal.processes()).toEqual([])
  })
})

it('releases its jobs when the terminal is closed', async () => {
  const busy = await startBusyDocket('npm start', { SHUTDOWN_GRACE_SECONDS: '1' })
  busy.terminal.close()
  await expect.poll(() => busy.terminal.processes()).toEqual([])
  expect(await storedState(busy)).toEqual([{ status: 'queued', leased_by: null }])
})
