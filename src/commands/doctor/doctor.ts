import type { AsJson } from '../../cli/mappings.ts'
import { readConfig } from '../../config.ts'
import { type Check, checks } from './checks.ts'

interface Finding {
  name: string
  ok: boolean
  /** What was found or, where it is not well, what to do. */
  says: string
}

/** Looks at each thing that Docket stands on. Exit code 1 if any is missing. */
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

/** Settings come first: nothing else can be looked at while they are wrong. */
async function* examine(): AsyncGenerator<Finding> {
  const settings = await look('Settings', async () => {
    readConfig()
    return 'all as they should be'
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
