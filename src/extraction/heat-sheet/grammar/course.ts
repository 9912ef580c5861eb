/** Short course metres, long course metres or short course yards. */
export type Course = 'SCM' | 'LCM' | 'SCY'

/** Finds the course in event names or, failing that, in the pool description on the cover: `8 Bahnen á 50m`. */
export function findCourse(eventNames: readonly string[], cover: string): Course | null {
  const names = new Set(eventNames.map(findNamedCourse))
  names.delete(null)
  const [only, ...more] = names
  if (more.length > 0) return null
  return only ?? findPoolLength(cover)
}

function findNamedCourse(name: string): Course | null {
  if (/\b(?:yards?|yds?|SCY)\b/i.test(name)) return 'SCY'
  if (/\b(?:LC|LCM)\b/.test(name)) return 'LCM'
  return /\b(?:SC|SCM)\b/.test(name) ? 'SCM' : null
}

function findPoolLength(text: string): Course | null {
  const [, metres] =
    /\b\d{1,2}\s+\p{L}{4,}\s+(?:á|à|a|de|x|da|av|van)\s+(25|50)\s?m\b/iu.exec(text) ??
    /\b(25|50)\s?[- ]?m(?:eter|etre)?\b[- ]?(?:pool|bahn|becken|piscina|bassin|bad)\b/i.exec(
      text,
    ) ??
    []
  if (metres === undefined) return null
  return metres === '25' ? 'SCM' : 'LCM'
}
