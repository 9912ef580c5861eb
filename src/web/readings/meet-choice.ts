import type { MeetOptions } from '../../domain/results/meet-options.ts'

/** The user's settings on a meet page, which are part of its URL. */
export interface MeetChoice extends MeetOptions {
  /** Minutes before a swim; 0 for no reminder. */
  reminder?: number | undefined
}

/** Returns the settings as a URL query string, in a fixed order. */
export function toChoiceSearch(choice: MeetChoice): string {
  const { swimmer, start, time_zone, lanes, reminder } = choice
  const entries = Object.entries({ swimmer, start, time_zone, lanes, reminder })
  const given = entries.flatMap(([name, value]) =>
    value === undefined ? [] : [[name, `${value}`]],
  )
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`
}

/** Changes the latest settings, so that quick changes do not undo each other. */
export type ChangeChoice = (change: (latest: MeetChoice) => MeetChoice) => void

/** Parses the settings in a query string. Ignores invalid values. */
export function parseMeetChoice(search: Record<string, unknown>): MeetChoice {
  const text = (name: string) => {
    const value = search[name]
    return typeof value === 'string' || typeof value === 'number' ? `${value}` : undefined
  }
  const whole = (name: string) => {
    const value = Number(text(name))
    return text(name) !== undefined && Number.isInteger(value) ? value : undefined
  }
  return {
    ...(text('swimmer') !== undefined && { swimmer: text('swimmer') }),
    ...(text('start') !== undefined && { start: text('start') }),
    ...(text('time_zone') !== undefined && { time_zone: text('time_zone') }),
    ...(whole('lanes') !== undefined && { lanes: whole('lanes') }),
    ...(whole('reminder') !== undefined && { reminder: whole('reminder') }),
  }
}
