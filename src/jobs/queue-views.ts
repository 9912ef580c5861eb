import type { Db } from '../db/db.ts'
import { deleteQueueView, listQueueViews, saveQueueView } from '../db/jobs/queue-views.sql.ts'
import type { QueueSearch, QueueView } from '../domain/api/routes/queue-views.ts'
import { AppError } from '../domain/errors/app-error.ts'
import { createDetail } from '../domain/i18n/problem-detail.ts'

const maxViews = 50

export function listOwnedViews(db: Db, ownerId: string): Promise<QueueView[]> {
  return listQueueViews(db, ownerId)
}

export async function saveOwnedView(
  db: Db,
  ownerId: string,
  view: { name: string; search: QueueSearch },
): Promise<QueueView> {
  const [saved] = await saveQueueView(db, ownerId, { ...view, max: maxViews })
  if (saved) return saved
  throw new AppError('INVALID_REQUEST', createDetail('views_full', { most: maxViews }))
}

export async function deleteOwnedView(db: Db, ownerId: string, name: string): Promise<void> {
  const [deleted] = await deleteQueueView(db, ownerId, name)
  if (!deleted) throw new AppError('NOT_FOUND', createDetail('view_not_found', {}))
}
