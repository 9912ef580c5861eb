const languages = ['de', 'fr', 'en', 'id']

/**
 * Matches a date in common notations: `2026-03-09`, `09.03.26`, `9 March 2026`, `9. März 2026`, `le 9 mars 2026`, `Mar
 * 9, 2026`. Numeric dates start with the day, except American dates with slashes.
 */
export function datePattern(date: string): RegExp {
  const [year = '', month = '', day = ''] = date.split('-')
  const [m, d] = [month, day].map((digits) => digits.replace(/^0/, '0?'))
  const y = `(?:${year}|'?${year.slice(2)})`
  const name = `(?:${monthNames(date).join('|')})`
  const forms = [
    `${year}[-./]${m}[-./]${d}`,
    `${d}\\s?[-./]\\s?${m}\\s?[-./]\\s?${y}`,
    `${m}/${d}/${y}`,
    `${d}(?:\\.|st|nd|rd|th|er)?[\\s-]*${name}\\.?[\\s,-]*${y}`,
    `${name}\\.?\\s*${d}(?:st|nd|rd|th)?\\s*,?\\s*${y}`,
    `${year}${month}${day}`,
  ]
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'iu')
}

/** Lists full and short names, with and without accents. The dot after a short name is optional. */
function monthNames(date: string): string[] {
  const names = languages.flatMap((language) =>
    (['long', 'short'] as const).map((month) =>
      new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
        .format(new Date(`${date}T00:00:00Z`))
        .replace('.', ''),
    ),
  )
  const plain = names.map((name) => name.normalize('NFD').replace(/\p{M}/gu, ''))
  return [...new Set([...names, ...plain])].toSorted((a, b) => b.length - a.length)
}
