import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  createEntry,
  updateEntry,
  deleteOwnLesson,
  type DirectoryDeps,
  type ListedEntry,
  listLessons,
  deleteOwnEntry,
} from '../../directory/entries.ts'
import { exportEntries, importEntries } from '../../directory/csv.ts'
import { searchEntries } from '../../directory/search.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerOf } from '../access/identify.ts'
import { sendDownload } from '../responses/send-download.ts'
import { askerOf, tellReplay } from '../access/sender.ts'
import { serve } from '../requests/serve.ts'

type Kind = keyof DirectoryDeps['tables']

const mostCsvBytes = 4 * 1024 * 1024

export function directoryRoutes(app: FastifyInstance, keeping: DirectoryDeps): void {
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'string', bodyLimit: mostCsvBytes },
    (_request, body, done) => done(null, body),
  )

  serve(app, routes.listParties, async ({ query, request }) =>
    toPage(await searchEntries(keeping, ownerOf(request), 'parties', query)),
  )
  serve(app, routes.createParty, async ({ body, request, reply }) =>
    toAnswer(tellReplay(reply, await createEntry(keeping, askerOf(request), 'parties', body))),
  )
  serve(app, routes.editParty, async ({ params, body, request }) =>
    toAnswer(await updateEntry(keeping, ownerOf(request), 'parties', { ...params, patch: body })),
  )

  serve(app, routes.listUnits, async ({ query, request }) =>
    toPage(await searchEntries(keeping, ownerOf(request), 'units', query)),
  )
  serve(app, routes.createUnit, async ({ body, request, reply }) =>
    toAnswer(tellReplay(reply, await createEntry(keeping, askerOf(request), 'units', body))),
  )
  serve(app, routes.editUnit, async ({ params, body, request }) =>
    toAnswer(await updateEntry(keeping, ownerOf(request), 'units', { ...params, patch: body })),
  )

  serve(app, routes.listGoods, async ({ query, request }) =>
    toPage(await searchEntries(keeping, ownerOf(request), 'goods', query)),
  )
  serve(app, routes.createGoods, async ({ body, request, reply }) =>
    toAnswer(tellReplay(reply, await createEntry(keeping, askerOf(request), 'goods', body))),
  )
  serve(app, routes.editGoods, async ({ params, body, request }) =>
    toAnswer(await updateEntry(keeping, ownerOf(request), 'goods', { ...params, patch: body })),
  )

  const { deleteParty, exportParties, importParties } = routes
  const { deleteUnit, exportUnits, importUnits } = routes
  const { deleteGoods, exportGoods, importGoods } = routes
  const alike = [
    { kind: 'parties', remove: deleteParty, download: exportParties, upload: importParties },
    { kind: 'units', remove: deleteUnit, download: exportUnits, upload: importUnits },
    { kind: 'goods', remove: deleteGoods, download: exportGoods, upload: importGoods },
  ] as const
  for (const { kind, remove, download, upload } of alike) {
    serve(app, remove, ({ params, request }) =>
      deleteOwnEntry(keeping, ownerOf(request), kind, params.id),
    )
    serve(app, download, async ({ request, reply }) =>
      sendCsv(reply, kind, await exportEntries(keeping, ownerOf(request), kind)),
    )
    serve(app, upload, ({ request }) =>
      importEntries(keeping, ownerOf(request), kind, String(request.body)),
    )
  }

  serve(app, routes.listLessons, async ({ request }) => ({
    lessons: await listLessons(keeping, ownerOf(request)),
  }))
  serve(app, routes.deleteLesson, ({ params, request }) =>
    deleteOwnLesson(keeping, ownerOf(request), params.id),
  )
}

function toAnswer<Entry extends object>({
  entry,
  ...facts
}: Pick<ListedEntry<Kind>, 'id' | 'origin' | 'updated_at'> & { entry: Entry }) {
  return { ...facts, ...entry }
}

function toPage<Entry extends object>({
  entries,
  next_cursor,
}: {
  entries: (Pick<ListedEntry<Kind>, 'id' | 'origin' | 'updated_at'> & { entry: Entry })[]
  next_cursor: string | null
}) {
  return { entries: entries.map(toAnswer), next_cursor }
}

function sendCsv(reply: FastifyReply, kind: Kind, csv: string): FastifyReply {
  return sendDownload(reply, {
    stream: Readable.from([csv]),
    bytes: Buffer.byteLength(csv),
    content_type: 'text/csv; charset=utf-8',
    filename: `${kind}.csv`,
  })
}
