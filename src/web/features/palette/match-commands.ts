import { fold } from '../../../domain/job/job-search.ts'

/** An entry in the command palette. */
export interface Command {
  id: string
  label: string
  /** Shown beside the label, for example an invoice's company and total. */
  detail?: string
  /** The keys that run the command outside the palette. */
  keys?: string
  run: () => void
}

export interface CommandGroup {
  name: string
  commands: readonly Command[]
}

/** Keeps the commands that contain every word of the text, and drops groups without commands. */
export function matchCommands(groups: readonly CommandGroup[], text: string): CommandGroup[] {
  const terms = fold(text).split(/\s+/).filter(Boolean)
  return groups
    .map(({ name, commands }) => ({
      name,
      commands: commands.filter(({ label }) => {
        const searched = fold(`${name} ${label}`)
        return terms.every((term) => searched.includes(term))
      }),
    }))
    .filter(({ commands }) => commands.length > 0)
}
