import type { Meet, MeetEvent, MeetHeat } from '../../fixtures/meets.ts'

const swimmer =
  /^(?<lane>\d+) (?<name>.+?) (?<age>[MW]?\d+|FR|SO|JR|SR) (?<team>[A-Z\d]\S*(?: \S+)*?) (?<seed>X?(?:NT|[\d:.]+)[YLS]?)(?: (?<tag>\S+))?$/
const relay =
  /^(?<lane>\d+) (?<team>.+) (?<letter>[A-Z]) (?<seed>X?(?:NT|[\d:.]+)[YLS]?)(?: (?<tag>\S+))?$/

/**
 * Parses the text of a Meet Manager program into a meet to draw, independently of our reader, so that the two do not
 * share errors. Joins continued heats and page headers.
 */
export function parseMeetText(text: string, columns: Meet['columns']): Meet {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const title =
    lines.find((line) => / - \d+\/\d+\/\d{4}/.test(line) && !line.includes('HY-TEK')) ?? ''
  const page_title = lines.find((line) => line.startsWith('Meet Program')) ?? ''
  const heads = new Set([
    title,
    page_title,
    ...lines.filter((line) => /HY-TEK|^Sanction #|^Lane /.test(line)),
  ])
  const events: MeetEvent[] = []
  let areNotes = true
  for (const line of lines.filter((one) => !heads.has(one) || one.startsWith('Lane '))) {
    const event = events.at(-1)
    if (line.startsWith('Lane ')) areNotes = false
    else if (/^(?:Event |#)\d+ /.test(line)) {
      const [, number = '', name = ''] = /^(?:Event |#)(\d+) (.*)$/.exec(line) ?? []
      events.push({
        number: Number(number),
        letter: '',
        name,
        notes: [],
        heats: [],
        alternates: [],
      })
      areNotes = true
    } else if (areNotes) event?.notes.push(line)
    else if (/^Heat \d+ (?:of|\(#|Finals|Prelims)/.test(line)) openHeat(event, line)
    else addRow(event?.heats.at(-1), line)
  }
  return {
    host: 'Set from text',
    title,
    page_title,
    more_head: [],
    columns,
    event_word: '#',
    names_first_heats: false,
    events,
  }
}

function openHeat(event: MeetEvent | undefined, line: string): void {
  const [, number = '', round = 'Finals'] =
    /^Heat (\d+)(?: of \d+)?(?: (Finals|Prelims))?/.exec(line) ?? []
  if (event?.heats.length === Number(number)) return
  event?.heats.push({ round, start: null, swimmers: [], relays: [], empty: [] })
}

function addRow(heat: MeetHeat | undefined, line: string): void {
  const one = swimmer.exec(line)?.groups
  const team = relay.exec(line)?.groups
  if (/^\d+$/.test(line)) heat?.empty.push(Number(line))
  else if (one) {
    const { lane, name = '', age = '', team: club = '', seed = '', tag } = one
    heat?.swimmers.push({ lane: Number(lane), name, age, team: club, seed, ...(tag && { tag }) })
  } else if (team) {
    const { lane, team: club = '', letter = '', seed = '' } = team
    heat?.relays.push({
      lane: Number(lane),
      team: club,
      letter,
      seed,
      legs: [],
      are_numbered: false,
    })
  } else throw new Error(`Not a row of a program: ${line}`)
}
