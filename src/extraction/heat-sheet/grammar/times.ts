/** Parses `Starts at 01:00 PM`, `(est. 9:05 AM)`, `(ca. 09:06 Uhr)` or `14h30` to minutes after midnight. */
export function parseStartTime(text: string): number | null {
  const [, hours = '', minutes = '', half = ''] =
    /(?<![\d.:,])(\d{1,2})(?:[:.]|\s?h\s?)(\d{2})(?![.:,\d])\s*([ap]m?\b)?/i.exec(text) ?? []
  return toMinutes(Number(hours || NaN), Number(minutes), half.toLowerCase()[0])
}

function toMinutes(hours: number, minutes: number, half: string | undefined): number | null {
  const isTwelve = half !== undefined
  if (!(hours <= (isTwelve ? 12 : 23) && minutes < 60)) return null
  const hour = isTwelve ? (hours % 12) + (half === 'p' ? 12 : 0) : hours
  return hour * 60 + minutes
}

/** Matches a time or a no-time code: `1:29.56`, `2:51,37`, `1'02"33`, `59"33`, `1.02.33`, `32.77Y`, `X31.02`, `NT`, `XNT`. */
export const seedPattern =
  /^X?(?:N\.?T\.?|NS|NP|SCR|DQ|(?:\d{1,2}:)?\d{1,2}[.,]\d{2}|(?:\d{1,2}[:'’])?\d{1,2}["”″]\d{2}|\d{1,2}[:'’]\d{2}[:"”″]\d{2}|\d{1,2}\.[0-5]\d[.,]\d{2}|\d{1,2}:\d{2}:\d{2}[.,]\d{2})[YLSM]?[#*]?$/i

/** Returns the seed time in seconds. Ignores the suffix for the course. */
export function parseSeedSeconds(seed: string | null): number | undefined {
  const plain = (seed ?? '')
    .replace(/^(X?\d+)["”″](\d{2})(?!\d)/i, '$1.$2')
    .replace(/^(X?\d+)[:'’](\d{1,2})[:"”″](\d{2})(?![.,\d])/i, '$1:$2.$3')
  const [, hours = 0, minutes = 0, seconds] =
    /^X?(?:(\d+):(?=\d+:))?(?:(\d+)[:.](?=\d+[.,]))?(\d+[.,]\d{2})/i.exec(plain) ?? []
  if (seconds === undefined) return undefined
  return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'))
}
