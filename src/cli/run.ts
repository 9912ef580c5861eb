import { type Command, CommanderError } from 'commander'
import { AppError } from '../domain/errors/app-error.ts'
import { printJson } from './io/print.ts'
import type { Program } from './program.ts'
import { UsageError } from './io/usage.ts'

/**
 * Runs a command line. Reports a failure as one line on stderr and, with `--json`, as JSON on stdout. Returns the exit
 * code.
 */
export async function runProgram(program: Program, argv: string[]): Promise<number> {
  process.stdout.on('error', exitOnClosedOutput)
  overrideExit(program.command)
  const isJson = argv.includes('--json')
  try {
    await program.command.parseAsync(argv)
    return program.exitCode()
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return 0
      if (isJson) printJson({ error: { code: 'USAGE', message: toSentence(error) } })
      return 2
    }
    process.stderr.write(`docket: ${errorSentence(error)}\n`)
    if (isJson) printJson({ error: toCommandError(error) })
    return isWrongUse(error) ? 2 : 1
  }
}

/** True if the user must correct an argument or a setting. */
function isWrongUse(error: unknown): boolean {
  return error instanceof UsageError || (error instanceof AppError && error.code === 'BAD_SETTING')
}

function overrideExit(command: Command): void {
  command.exitOverride()
  for (const inner of command.commands) overrideExit(inner)
}

function toSentence({ message }: CommanderError): string {
  return message.replace(/^error: /, '')
}

function toCommandError(error: unknown): { code: string; message: string } {
  const code = error instanceof UsageError ? 'USAGE' : error instanceof AppError ? error.code : null
  return { code: code ?? 'UNKNOWN', message: error instanceof Error ? error.message : '' }
}

/** Exits if the program that reads the output has closed the pipe (`| head`), or if the disk is full. */
function exitOnClosedOutput(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE')
    process.stderr.write(`docket: Cannot write output: ${error.message}\n`)
  process.exit(error.code === 'EPIPE' ? 0 : 1)
}

function errorSentence(error: unknown): string {
  const isMeant =
    error instanceof AppError && (error.code !== 'UNKNOWN' || error.status !== undefined)
  if (isMeant) return error.message
  if (error instanceof UsageError) return error.message
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
