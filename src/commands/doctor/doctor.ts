import { type OutputOptions, printJson, printLine } from '../../cli/io/print.ts'
import { readConfig, readMisspellings } from '../../config.ts'
import { describeMisspelling } from '../../settings/misspellings.ts'
import { type DoctorCheck, checks } from './checks.ts'

interface Finding {
  name: string
  ok: boolean
  /** True if Docket works, but probably not as intended. */
  is_warning?: true
  /** The finding or, if the check failed, the fix. */
  message: string
}

/** Runs every check. The exit code is 1 if any check fails. */
export async function doctor({ json = false, quiet = false }: OutputOptions = {}): Promise<number> {
  const findings: Finding[] = []
  for await (const finding of runChecks()) {
    findings.push(finding)
    const isProblem = !finding.ok || finding.is_warning
    if (!json && (!quiet || isProblem))
      printLine(`${statusMark(finding)} ${finding.name}: ${finding.message}`)
  }
  const ok = findings.every((finding) => finding.ok)
  if (json) printJson({ ok, checks: findings })
  return ok ? 0 : 1
}

function statusMark({ ok, is_warning }: Finding): string {
  if (!ok) return '✗'
  return is_warning ? '!' : '✓'
}

/** Runs the checks. The settings come first, because all other checks need valid settings. */
async function* runChecks(): AsyncGenerator<Finding> {
  for (const misspelling of readMisspellings()) {
    const description = describeMisspelling(misspelling)
    yield { name: 'Settings', ok: true, is_warning: true, message: description }
  }
  const settings = await runCheck('Settings', async () => {
    readConfig()
    return 'valid'
  })
  yield settings
  if (!settings.ok) return
  const config = readConfig()
  for (const [name, check] of Object.entries(checks)) yield runCheck(name, () => check(config))
}

async function runCheck(name: string, check: () => ReturnType<DoctorCheck>): Promise<Finding> {
  try {
    return { name, ok: true, message: await check() }
  } catch (error) {
    return { name, ok: false, message: (error as Error).message }
  }
}
