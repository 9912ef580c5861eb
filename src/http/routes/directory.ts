import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  createEntry,
  updateEntry,
  deleteOwnLearnedCorrection,
  type DirectoryDeps,
  type ListedEntry,
  listLearnedCorrections,
  deleteOwnEntry,
} from '../../directory/entries.ts'
import { deleteOwnRate, importRates, listRates, saveRates } from '../../directory/exchange-rates.ts'
import { exportEntries, importEntries } from '../../directory/csv.ts'
import { type EntryQuery, searchEntries } from '../../directory/search.ts'
import { maxCsvBytes } from '../../domain/api/body-limits.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import type { TableEntry } from '../../extraction/directory/merge-tables.ts'
import { ownerId } from '../access/authorise.ts'
import { sendDownload } from '../responses/send-download.ts'
import { toCaller, markReplay } from '../access/upload-client.ts'
import { serveRoute } from '../requests/serve-route.ts'

type Kind = keyof DirectoryDeps['tables']

interface EntryRequest<Body> {
  body: Body
  request: FastifyRequest
  reply: FastifyReply
}

export function directoryRoutes(app: FastifyInstance, deps: DirectoryDeps): void {
  app.addContentTypeParser(
    'text/csv',
    { parseAs: 'string', bodyLimit: maxCsvBytes },
    (_request, body, done) => done(null, body),
  )

  serveRoute(app, routes.listParties, listHandler(deps, 'parties'))
  serveRoute(app, routes.createParty, createHandler(deps, 'parties'))
  serveRoute(app, routes.editParty, editHandler(deps, 'parties'))

  serveRoute(app, routes.listUnits, listHandler(deps, 'units'))
  serveRoute(app, routes.createUnit, createHandler(deps, 'units'))
  serveRoute(app, routes.editUnit, editHandler(deps, 'units'))

  serveRoute(app, routes.listGoods, listHandler(deps, 'goods'))
  serveRoute(app, routes.createGoods, createHandler(deps, 'goods'))
  serveRoute(app, routes.editGoods, editHandler(deps, 'goods'))

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

function listHandler<K extends Kind>(deps: DirectoryDeps, kind: K) {
  return async ({ query, request }: { query: EntryQuery; request: FastifyRequest }) => {
    const { entries, next_cursor } = await searchEntries(deps, ownerId(request), kind, query)
    return { entries: entries.map(toEntryResponse), next_cursor }
  }
}

function createHandler<K extends Kind>(deps: DirectoryDeps, kind: K) {
  return async ({ body, request, reply }: EntryRequest<TableEntry<K>>) => {
    const created = await createEntry(deps, toCaller(request), kind, body)
    return toEntryResponse(markReplay(reply, created))
  }
}

function editHandler<K extends Kind>(deps: DirectoryDeps, kind: K) {
  return async ({ params, body, request }: EntryRequest<object> & { params: { id: string } }) => {
    const change = { ...params, patch: body }
    return toEntryResponse(await updateEntry(deps, ownerId(request), kind, change))
  }
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

function sendCsv(reply: FastifyReply, kind: Kind, csv: string): FastifyReply {
  return sendDownload(reply, {
    stream: Readable.from([csv]),
    bytes: Buffer.byteLength(csv),
    content_type: 'text/csv; charset=utf-8',
    filename: `${kind}.csv`,
  })
}
