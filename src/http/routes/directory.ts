import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  createEntry,
  updateEntry,
  deleteOwnLearnedCorrection,
  type DirectoryDeps,
  type ListedEntry,
  listLearnedCorrections,
  deleteOwnEntry,
} from '../../directory/entries.ts'
import { deleteOwnRate, importRates, listRates, saveRates } from '../../directory/rates.ts'
import { exportEntries, importEntries } from '../../directory/csv.ts'
import { searchEntries } from '../../directory/search.ts'
import { maxCsvBytes } from '../../domain/api/body-limits.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerId } from '../access/authorise.ts'
import { sendDownload } from '../responses/send-download.ts'
import { toCaller, markReplay } from '../access/upload-client.ts'
import { serveRoute } from '../requests/serve-route.ts'

type Kind = keyof DirectoryDeps['tables']

export function directoryRoutes(app: FastifyInstance, deps: DirectoryDeps): void {
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'string', bodyLimit: maxCsvBytes },
    (_request, body, done) => done(null, body),
  )

  serveRoute(app, routes.listParties, async ({ query, request }) =>
    toPage(await searchEntries(deps, ownerId(request), 'parties', query)),
  )
  serveRoute(app, routes.createParty, async ({ body, request, reply }) =>
    toEntryResponse(markReplay(reply, await createEntry(deps, toCaller(request), 'parties', body))),
  )
  serveRoute(app, routes.editParty, async ({ params, body, request }) =>
    toEntryResponse(
      await updateEntry(deps, ownerId(request), 'parties', { ...params, patch: body }),
    ),
  )

  serveRoute(app, routes.listUnits, async ({ query, request }) =>
    toPage(await searchEntries(deps, ownerId(request), 'units', query)),
  )
  serveRoute(app, routes.createUnit, async ({ body, request, reply }) =>
    toEntryResponse(markReplay(reply, await createEntry(deps, toCaller(request), 'units', body))),
  )
  serveRoute(app, routes.editUnit, async ({ params, body, request }) =>
    toEntryResponse(await updateEntry(deps, ownerId(request), 'units', { ...params, patch: body })),
  )

  serveRoute(app, routes.listGoods, async ({ query, request }) =>
    toPage(await searchEntries(deps, ownerId(request), 'goods', query)),
  )
  serveRoute(app, routes.createGoods, async ({ body, request, reply }) =>
    toEntryResponse(markReplay(reply, await createEntry(deps, toCaller(request), 'goods', body))),
  )
  serveRoute(app, routes.editGoods, async ({ params, body, request }) =>
    toEntryResponse(await updateEntry(deps, ownerId(request), 'goods', { ...params, patch: body })),
  )

  rateRoutes(app, deps)

  const { deleteParty, exportParties, importParties } = routes
  const { deleteUnit, exportUnits, importUnits } = routes
  const { deleteGoods, exportGoods, importGoods } = routes
  const tables = [
    { kind: 'parties', remove: deleteParty, download: exportParties, upload: importParties },
    { kind: 'units', remove: deleteUnit, download: exportUnits, upload: importUnits },
    { kind: 'goods', remove: deleteGoods, download: exportGoods, upload: importGoods },
  ] as const
  for (const { kind, remove, download, upload } of tables) {
    serveRoute(app, remove, ({ params, request }) =>
      deleteOwnEntry(deps, ownerId(request), kind, params.id),
    )
    serveRoute(app, download, async ({ request, reply }) =>
      sendCsv(reply, kind, await exportEntries(deps, ownerId(request), kind)),
    )
    serveRoute(app, upload, ({ query, request }) => {
      const csv = String(request.body)
      return importEntries(deps, ownerId(request), kind, { csv, dry_run: query.dry_run })
    })
  }
  correctionRoutes(app, deps)
}

function correctionRoutes(app: FastifyInstance, deps: DirectoryDeps): void {
  serveRoute(app, routes.listLearnedCorrections, async ({ request }) => ({
    learned_corrections: await listLearnedCorrections(deps, ownerId(request)),
  }))
  serveRoute(app, routes.deleteLearnedCorrection, ({ params, request }) =>
    deleteOwnLearnedCorrection(deps, ownerId(request), params.id),
  )
}

function rateRoutes(app: FastifyInstance, deps: DirectoryDeps): void {
  serveRoute(app, routes.listRates, async ({ request }) => ({
    rates: await listRates(deps, ownerId(request)),
  }))
  serveRoute(app, routes.saveRates, async ({ body, request }) => ({
    rates: await saveRates(deps, ownerId(request), body.rates),
  }))
  serveRoute(app, routes.importRates, async ({ request }) => ({
    rates: await importRates(deps, ownerId(request), String(request.body)),
  }))
  serveRoute(app, routes.deleteRate, ({ params, request }) =>
    deleteOwnRate(deps, ownerId(request), params),
  )
}

function toEntryResponse<Entry extends object>({
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
  return { entries: entries.map(toEntryResponse), next_cursor }
}

function sendCsv(reply: FastifyReply, kind: Kind, csv: string): FastifyReply {
  return sendDownload(reply, {
    stream: Readable.from([csv]),
    bytes: Buffer.byteLength(csv),
    content_type: 'text/csv; charset=utf-8',
    filename: `${kind}.csv`,
  })
}
