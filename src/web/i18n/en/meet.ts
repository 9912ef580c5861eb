import { formatCount } from '../locale/locale.ts'
import { count } from './count.ts'

/** UI text for meet results. */
export const meetWords = {
  heading: 'Events',
  noSession: 'No session',
  event: (number: string) => `Event ${number}`,
  heat: (heat: number, of: number | null) =>
    of === null ? `Heat ${formatCount(heat)}` : `Heat ${formatCount(heat)} of ${formatCount(of)}`,
  lane: (lane: number) => `Lane ${formatCount(lane)}`,
  seed: (time: string) => `Seed ${time}`,
  estimated: 'approx.',
  estimatedHint: 'Estimated from earlier heats; not printed on the sheet',
  noTime: 'No time',
  choose: (event: string) => `Select ${event}`,
  chooseAll: 'Select whole session',
  reminder: 'Remind me',
  defaultReminder: 'Default',
  reminders: {
    '0': 'No reminder',
    '5': '5 min before',
    '15': '15 min before',
    '30': '30 min before',
    '60': '1 h before',
  } as Record<string, string>,
  calendar: (events: number) => `Add ${count(events, 'event', 'events')} to calendar (.ics)`,
  google: 'Google Calendar',
  googleLabel: (event: string) => `Add ${event} to Google Calendar`,
  print: 'Print',
  none: 'No events found for this name.',
  noMatch: (name: string) => `${name} isn’t on this sheet.`,
  didYouMean: 'Did you mean:',
  ambiguous: (name: string) => `More than one swimmer is named ${name}. Add a team or age.`,
  sessions: 'Sessions',
}
export type MeetWords = typeof meetWords
