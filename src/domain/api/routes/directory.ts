import { z } from 'zod'
import {
  Goods,
  GoodsEntry,
  LearnedCorrectionEntry,
  Party,
  PartyEntry,
  Unit,
  UnitEntry,
} from '../../invoice/directory.ts'
import { RenderedMessage } from '../../messages/message.ts'
import { flag, idParams, noContent, type Route, toPage } from '../route.ts'

const ImportResponse = z.object({
  created: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  rejected_count: z.int(),
  rejected: z
    .array(
      z.object({ line: z.int(), cells: z.array(z.string()), errors: z.array(RenderedMessage) }),
    )
    .describe(
      'Up to 1,000 rows that were not imported, with the reasons, to correct and import again.',
    ),
  columns: z
    .array(z.object({ header: z.string(), field: z.string().nullable() }))
    .describe('The field that each column was read as, or null if it was ignored.'),
})
export type ImportResponse = z.infer<typeof ImportResponse>

/** Leaves room for an entry of 20,000 characters. */
const maxEntryBodyBytes = 64 * 1024

const entryId = z.object({ id: z.string().max(500) })
const csv = 'text/csv'

interface Table {
  path: string
  many: string
  one: string
}

const tag = 'Directory'

/** Builds the routes for one of the three directory tables. */
function entryRoutes<Entry extends z.ZodType, Body extends z.ZodObject>(
  { path, many, one }: Table,
  Entry: Entry,
  Body: Body,
) {
  return {
    list: {
      method: 'GET',
      path,
      tag,
      summary: `List your own and the built-in ${many}`,
      query: z.object({
        q: z.string().max(200).optional().describe('Search terms. Case and accents are ignored.'),
        ...toPage,
      }),
      success: {
        status: 200,
        body: z.object({ entries: z.array(Entry), next_cursor: z.string().nullable() }),
      },
    },
    create: {
      method: 'POST',
      path,
      requiresDiskSpace: true,
      requestHeaders: ['Idempotency-Key'],
      tag,
      summary: `Add ${one}`,
      body: Body,
      maxBodyBytes: maxEntryBodyBytes,
      success: { status: 201, body: Entry },
    },
    edit: {
      method: 'PATCH',
      path: `${path}/:id`,
      requiresDiskSpace: true,
      tag,
      summary: `Update ${one}`,
      description:
        'Omitted fields keep their value. Updating a built-in entry creates your own copy.',
      params: entryId,
      body: partial(Body),
      maxBodyBytes: maxEntryBodyBytes,
      success: { status: 200, body: Entry },
    },
  } as const satisfies Record<string, Route>
}

function tableRoutes({ path, many, one }: Table) {
  return {
    remove: {
      method: 'DELETE',
      path: `${path}/:id`,
      tag,
      summary: `Delete ${one}`,
      params: entryId,
      success: noContent,
    },
    export: {
      method: 'GET',
      path: `${path}/export`,
      tag,
      summary: `Export ${many} as CSV`,
      success: { status: 200, body: 'file', types: [csv] },
    },
    import: {
      method: 'POST',
      path: `${path}/import`,
      budget: 'imports',
      requiresDiskSpace: true,
      tag,
      summary: `Import ${many} from CSV`,
      description:
        'Columns are matched by their headers (English or Indonesian). A row completes the entry with its ID, name or code, or creates one; invalid rows are rejected one by one, and no entry is deleted.',
      query: z.object({ dry_run: flag.describe('Only report what an import would do.') }),
      text: csv,
      success: { status: 200, body: ImportResponse },
    },
  } as const satisfies Record<string, Route>
}

/** Makes all fields optional, without default values. */
function partial(body: z.ZodObject): z.ZodObject {
  const fields = Object.entries(body.shape).map(([key, field]) => {
    const plain = field instanceof z.ZodDefault ? field.unwrap() : field
    return [key, z.optional(plain as z.ZodType)]
  })
  return z.strictObject(Object.fromEntries(fields) as z.ZodRawShape)
}

const partyTable = { path: '/api/parties', many: 'companies', one: 'a company' }
const unitTable = { path: '/api/units', many: 'units', one: 'a unit' }
const goodsTable = { path: '/api/goods', many: 'goods codes', one: 'a goods code' }
const parties = { ...entryRoutes(partyTable, PartyEntry, Party), ...tableRoutes(partyTable) }
const units = { ...entryRoutes(unitTable, UnitEntry, Unit), ...tableRoutes(unitTable) }
const goods = { ...entryRoutes(goodsTable, GoodsEntry, Goods), ...tableRoutes(goodsTable) }

export const directoryRoutes = {
  listParties: parties.list,
  createParty: parties.create,
  exportParties: parties.export,
  importParties: parties.import,
  editParty: parties.edit,
  deleteParty: parties.remove,
  listUnits: units.list,
  createUnit: units.create,
  exportUnits: units.export,
  importUnits: units.import,
  editUnit: units.edit,
  deleteUnit: units.remove,
  listGoods: goods.list,
  createGoods: goods.create,
  exportGoods: goods.export,
  importGoods: goods.import,
  editGoods: goods.edit,
  deleteGoods: goods.remove,
  listLearnedCorrections: {
    method: 'GET',
    path: '/api/learned-corrections',
    tag: 'Directory',
    summary: 'List learned corrections, newest first',
    success: {
      status: 200,
      body: z.object({ learned_corrections: z.array(LearnedCorrectionEntry) }),
    },
  },
  deleteLearnedCorrection: {
    method: 'DELETE',
    path: '/api/learned-corrections/:id',
    tag: 'Directory',
    summary: 'Delete a learned correction',
    params: idParams,
    success: noContent,
  },
} as const satisfies Record<string, Route>
