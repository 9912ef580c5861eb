import type { CorrectableReading } from '../../../../domain/review/change.ts'
import type { Box } from '../../../../domain/reading/reading.ts'

type EvidenceByPath = CorrectableReading['evidence']

/** A box on a page. */
export interface ValueLocation {
  page: number
  box: Box
  /** Path of the value in the box; absent if the box is only the nearest evidence. */
  path?: string
}

/**
 * Returns where a value is printed. If it is not printed, returns where the user should look for it: its most likely
 * candidate, the empty cell in its column, or other values of the same company, line or block.
 */
export function locateValue(reading: CorrectableReading, path: string): ValueLocation | undefined {
  const { evidence } = reading
  const valueBox = ownBox(evidence, path)
  if (valueBox) return valueBox
  const [candidate] = (reading.kind === 'invoice' && reading.alternatives?.[path]) || []
  if (candidate) return { page: candidate.page, box: candidate.box }
  return boxAround(evidence, path) ?? locateCell(evidence, path) ?? locateHolder(evidence, path)
}

function ownBox(evidence: EvidenceByPath, path: string): ValueLocation | undefined {
  const found = evidence[path]
  if (!found || found.page === null || found.box === null) return undefined
  return { path, page: found.page, box: found.box }
}

/** Returns a box around all values of a group or list entry, on the first page that shows any of them. */
function boxAround(evidence: EvidenceByPath, path: string): ValueLocation | undefined {
  const inside = Object.keys(evidence).flatMap((at) =>
    at.startsWith(`${path}.`) ? (ownBox(evidence, at) ?? []) : [],
  )
  const page = Math.min(...inside.map((one) => one.page))
  const boxes = inside.filter((one) => one.page === page).map(({ box }) => box)
  return boxes.length === 0 ? undefined : { page, box: unite(boxes) }
}

/** Returns the position of an empty cell, with the height of its line and the width of its column. */
function locateCell(evidence: EvidenceByPath, path: string): ValueLocation | undefined {
  const [, line, column] = /^(lines\.\d+)\.(\w+)$/.exec(path) ?? []
  const row = line === undefined ? undefined : (ownBox(evidence, line) ?? boxAround(evidence, line))
  if (!row) return undefined
  const cells = Object.keys(evidence).flatMap((at) => {
    const cell = /^lines\.\d+\.(\w+)$/.exec(at)?.[1] === column && ownBox(evidence, at)
    return cell && cell.page === row.page ? [cell.box] : []
  })
  if (cells.length === 0) return row
  const [left, , right] = unite(cells)
  return { page: row.page, box: [left, row.box[1], right, row.box[3]] }
}

/**
 * Returns the location of the closest group that contains the path. Stops at the list entry, because a new entry is not
 * on the page.
 */
function locateHolder(evidence: EvidenceByPath, path: string): ValueLocation | undefined {
  const end = path.lastIndexOf('.')
  if (end < 0 || /^\d+$/.test(path.slice(end + 1))) return undefined
  const holder = path.slice(0, end)
  return ownBox(evidence, holder) ?? boxAround(evidence, holder) ?? locateHolder(evidence, holder)
}

function unite(boxes: readonly Box[]): Box {
  const side = (at: 0 | 1 | 2 | 3) => boxes.map((box) => box[at])
  return [Math.min(...side(0)), Math.min(...side(1)), Math.max(...side(2)), Math.max(...side(3))]
}
