import type { AsJson } from '../../cli/mappings.ts'
import { readConfig } from '../../config.ts'
import { type Check, checks } from './checks.ts'

interface Finding {
  name: string
  ok: boolean
  /** The finding or, after a failed check, the fix. */
  says: string
}

/** Runs every check. Exit code 1 if one fails. */
export async function doctor({ json = false }: AsJson = {}): Promise<number> {
  const findings: Finding[] = []
  for await (const finding of examine()) {
    findings.push(finding)
    if (!json) print(`${finding.ok ? '✓' : '✗'} ${finding.name}: ${finding.says}`)
  }
  const ok = findings.every((finding) => finding.ok)
  if (json) print(JSON.stringify({ ok, checks: findings }, null, 2))
  return ok ? 0 : 1
}

/** Checks the settings first, because every other check needs them. */
async function* examine(): AsyncGenerator<Finding> {
  const settings = await look('Settings', async () => {
    readConfig()
    return 'valid'
  })
  yield settings
  if (!settings.ok) return
  const config = readConfig()
  for (const [name, check] of Object.entries(checks)) yield look(name, () => check(config))
}

async function look(name: string, check: () => ReturnType<Check>): Promise<Finding> {
  try {
    return { name, ok: true, says: await check() }
  } catch (error) {
    return { name, ok: false, says: (error as Error).message }
  }
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
