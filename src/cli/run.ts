import { type Command, CommanderError } from 'commander'
import { AppError } from '../domain/errors/errors.ts'
import type { Program } from './program.ts'
import { UsageError } from './usage.ts'

/** Runs a command line. Failures become one line on stderr and an exit code. */
export async function runProgram(program: Program, argv: string[]): Promise<number> {
  process.stdout.on('error', exitOnClosedOutput)
  overrideExit(program.command)
  try {
    await program.command.parseAsync(argv)
    return program.exitCode()
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    process.stderr.write(`docket: ${errorSentence(error)}\n`)
    return error instanceof UsageError ? 2 : 1
  }
}

function overrideExit(command: Command): void {
  command.exitOverride()
  for (const inner of command.commands) overrideExit(inner)
}

/** The program reading our output closed the pipe (`| head`), or the disk is full. */
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
