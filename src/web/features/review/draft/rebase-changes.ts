import type { Change, ChangeRecord } from '../../../../domain/review/change.ts'

/** An insert or removal of a list entry by another user, which shifts the entries after it. */
interface Shift {
  op: 'insert' | 'remove'
  list: string
  index: number
}

export interface RebasedChanges {
  changes: Change[]
  /** Changes whose target another user removed. */
  lost: Change[]
}

/**
 * Adapts the paths in my changes to other users' inserts and removals. My own inserts and removals also shift theirs,
 * because both sets of changes start from the same reading.
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
      const [ownShift] = path === undefined ? [] : toShift({ ...change, path })
      path = path === undefined ? undefined : movePath(change.op, path, shift)
      // Both users removed the same entry, so the removal shifts nothing further.
      const isSameRemoval = ownShift?.list === shift.list && path === undefined
      if (!isSameRemoval) remaining.push(ownShift ? moveShift(shift, ownShift) : shift)
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

/** Returns the path of my change after theirs; undefined if they removed its target. */
function movePath(op: Change['op'], path: string, shift: Shift): string | undefined {
  if (!path.startsWith(`${shift.list}.`)) return path
  const [first = '', ...rest] = path.slice(shift.list.length + 1).split('.')
  const index = Number(first)
  const pathAt = (moved: number) => [shift.list, moved, ...rest].join('.')
  if (shift.op === 'insert') return pathAt(shift.index <= index ? index + 1 : index)
  const isGone = index === shift.index && !(op === 'insert' && rest.length === 0)
  if (isGone) return undefined
  return pathAt(shift.index < index ? index - 1 : index)
}

/** Returns their shift, adjusted for my change. */
function moveShift(theirs: Shift, mine: Shift): Shift {
  if (theirs.list !== mine.list) return theirs
  if (mine.op === 'remove') {
    return mine.index < theirs.index ? { ...theirs, index: theirs.index - 1 } : theirs
  }
  const isBefore = theirs.op === 'insert' ? mine.index < theirs.index : mine.index <= theirs.index
  return isBefore ? { ...theirs, index: theirs.index + 1 } : theirs
}
