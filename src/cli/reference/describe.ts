import type { Argument, Command } from 'commander'

export interface OptionFacts {
  flags: string
  long: string
  short: string | undefined
  description: string
  /** Placeholder for the option's value; undefined for a flag. */
  valueName: string | undefined
  choices: readonly string[]
}

/** A command as data. Completion scripts, the man page and docs/cli.md are generated from it. */
export interface CommandFacts {
  /** Names after `docket`, such as `keys create`; empty for `docket` itself. */
  path: string
  usage: string
  description: string
  arguments: { name: string; description: string }[]
  options: OptionFacts[]
  /** Names and descriptions of the subcommands. */
  commands: { name: string; description: string }[]
}

/** Describes the command and all its subcommands, in the order of the help. */
export function describeCommands(command: Command, path: readonly string[] = []): CommandFacts[] {
  const below = command.commands.flatMap((inner) =>
    describeCommands(inner, [...path, inner.name()]),
  )
  return [
    {
      path: path.join(' '),
      usage: ['docket', ...path, command.usage()].join(' ').trim(),
      description: command.description(),
      arguments: command.registeredArguments.map((argument) => ({
        name: argument.required ? `<${argumentName(argument)}>` : `[${argumentName(argument)}]`,
        description: argument.description,
      })),
      options: command.options.map((option) => ({
        flags: option.flags,
        long: option.long ?? '',
        short: option.short,
        description: describeOption(option.description, option.defaultValue),
        valueName: /<([^>]+)>/.exec(option.flags)?.[1],
        choices: option.argChoices ?? [],
      })),
      commands: command.commands.map((inner) => ({
        name: inner.name(),
        description: inner.description(),
      })),
    },
    ...below,
  ]
}

function argumentName(argument: Argument): string {
  return argument.variadic ? `${argument.name()}...` : argument.name()
}

function describeOption(description: string, preset: unknown): string {
  const isShown = typeof preset === 'string' || typeof preset === 'number'
  return isShown ? `${description} (default: ${preset})` : description
}
