import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { shared } from '../../db/batched.ts'
import type { Db } from '../../db/db.ts'
import { listLearnedLayouts } from '../../db/review/learned-layouts.sql.ts'
import { autoMapping } from '../../domain/mapping/mapping.ts'
import { asksForFields, type ReadDocument, type ReadStep } from './read-document.ts'

interface LayoutDeps {
  db: Db
  /** Reads documents in the sandbox instead of a gateway, because gateways do not have the owner's layouts. */
  local: ReadDocument | undefined
}

/** Shares queries, because jobs that are claimed together usually have the same owner. */
const findLayouts = shared(listLearnedLayouts)

/**
 * Adds the layouts learned from the owner's approved invoices to those that `auto` tries, and learned labels to custom
 * fields.
 */
export function readWithLayouts({ db, local }: LayoutDeps): ReadStep {
  return (next) => async (task, run) => {
    const mayUseLayouts = task.mapping === autoMapping.name || asksForFields(task)
    if (!mayUseLayouts || !task.has_layouts) return next(task, run)
    const layouts = await findLayouts(db, task.owner_id)
    if (layouts.length === 0) return next(task, run)
    const layout_files = await Promise.all(
      layouts.map(async ({ name, yaml }) => {
        const file = path.join(task.folder, `${name}.yaml`)
        await writeFile(file, yaml)
        return file
      }),
    )
    return (local ?? next)({ ...task, layout_files }, run)
  }
}
