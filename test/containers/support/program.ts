import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

export interface ProgramResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Runs a program to completion. */
export async function runProgram([program = '', ...args]: string[]): Promise<ProgramResult> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, stdout: stdout.trim(), stderr: stderr.trim() }
}

/** Returns a program's output. Throws its error output if it fails. */
export async function programOutput(command: string[]): Promise<string> {
  const { code, stdout, stderr } = await runProgram(command)
  if (code === 0) return stdout
  throw new Error(`${command.join(' ')} ended with ${code}: ${stderr || stdout}`)
}

/** Runs a program with its output on this terminal, and throws if it fails. */
export async function showProgram([program = '', ...args]: string[]): Promise<void> {
  const child = spawn(program, args, { stdio: 'inherit' })
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', resolve)
  })
  if (code !== 0) throw new Error(`${program} ended with ${code}`)
}
