import { Argument, type Command } from 'commander'
import { exitCodes } from './io/exit-codes.ts'
import { type OutputOptions, printJson } from './io/print.ts'
import { completionScript, type Shell, shells } from './reference/completion.ts'
import { describeCommands } from './reference/describe.ts'
import { manPage } from './reference/man.ts'

/** Commands that generate documentation of the command line from its own definitions. */
export function addReference(program: Command, version: string): void {
  program
    .command('completion')
    .description('print a script that completes commands and options in your shell')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .action((shell: Shell, { json }: OutputOptions) => {
      const script = completionScript(shell, describeCommands(program))
      if (json) printJson({ shell, script })
      else process.stdout.write(script)
    })
  program
    .command('man')
    .description('print the manual page; to read it: docket man | man -l -')
    .action(({ json }: OutputOptions) => {
      const page = manPage({ version, exitCodes, commands: describeCommands(program) })
      if (json) printJson({ page })
      else process.stdout.write(page)
    })
}
