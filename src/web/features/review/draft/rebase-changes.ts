import type { Change, ChangeRecord } from '../../../../domain/review/change.ts'

/** An entry that somebody else has put into a list or taken out of it. */
interface Shift {
  op: 'insert' | 'remove'
  list: string
  index: number
}

export interface RebasedChanges {
  changes: Change[]
  /** What cannot be done any more, for what it was about is gone. */
  lost: Change[]
}

/**
 * My changes as they have to be after those of others: what they put in or took out before a line of mine moves it.
 * Each of mine also moves what follows of theirs, since both were made on the same reading.
 */
export function rebaseChanges(
  mine: readonly Change[],
  theirs: readonly ChangeRecord[],
): RebasedChanges {
  let shifts = theirs.flatMap(toShift)
  const changes: Change[] = []
  const lost: Change[] = []
  for (const change of mine) {
    let path: string | undefined = change.path
    const remaining: Shift[] = []
    for (const shift of shifts) {
      const [own] = path === undefined ? [] : toShift({ ...change, path })
      path = path === undefined ? undefined : movePath(change.op, path, shift)
      // What both have taken out is gone once.
      const isSameRemoval = own?.list === shift.list && path === undefined
      if (!isSameRemoval) remaining.push(own ? moveShift(shift, own) : shift)
    }
    if (path === undefined) lost.push(change)
    else changes.push({ ...change, path })
    shifts = remaining
  }
  return { changes, lost }
}

function toShift({ op, path }: { op: string; path: string }): Shift[] {
  if (op !== 'insert' && op !== 'remove') return []
  const end = path.lastIndexOf('.')
  return [{ op, list: path.slice(0, end), index: Number(path.slice(end + 1)) }]
}

/** Where my change goes once theirs is made; nowhere, if they took away what it is about. */
function movePath(op: Change['op'], path: string, shift: Shift): string | undefined {
  if (!path.startsWith(`${shift.list}.`)) return path
  const [first = '', ...rest] = path.slice(shift.list.length + 1).split('.')
  const index = Number(first)
  const at = (moved: number) => [shift.list, moved, ...rest].join('.')
  if (shift.op === 'insert') return at(shift.index <= index ? index + 1 : index)
  const isGone = index === shift.index && !(op === 'insert' && rest.length === 0)
  if (isGone) return undefined
  return at(shift.index < index ? index - 1 : index)
}

/** Where their change would stand after mine. */
function moveShift(theirs: Shift, mine: Shift): Shift {
  if (theirs.list !== mine.list) return theirs
  if (mine.op === 'remove') {
    return mine.index < theirs.index ? { ...theirs, index: theirs.index - 1 } : theirs
  }
  const isBefore = theirs.op === 'insert' ? mine.index < theirs.index : mine.index <= theirs.index
  return isBefore ? { ...theirs, index: theirs.index + 1 } : theirs
}
