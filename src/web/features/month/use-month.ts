import { useMutation, useQuery } from '@tanstack/react-query'
import type { PreflightDocument } from '../../../domain/coretax/preflight-result.ts'
import { directoryRoutes } from '../../../domain/api/routes/directory.ts'
import { exportRoutes } from '../../../domain/api/routes/exports.ts'
import type { InvoiceFacets } from '../../../domain/api/routes/jobs.ts'
import { client } from '../../api/client.ts'
import { refetch } from '../../api/refetch.ts'
import { useRefetchOnChange } from '../../api/use-refetch-on-change.ts'
import { saveFile } from '../../browser/save-file.ts'
import { useFacets } from '../../live/use-facets.ts'
import { useIsFeedReady, useLiveJobs } from '../../live/use-live-jobs.ts'

/** Invoices in a tax period, from one seller or all sellers. */
export interface MonthSelection {
  period: string
  seller?: string | undefined
}

const exportsKey = ['exports']
const monthKey = ({ period, seller }: MonthSelection) => ['month', period, seller]

function monthFilter({ period, seller }: MonthSelection) {
  return { status: 'complete' as const, period, ...(seller !== undefined && { seller }) }
}

/**
 * Returns the number of invoices in the tax period that the selected seller excludes, including those without a seller.
 */
export function useOtherSellers({ period, seller }: MonthSelection): number {
  const { data, isPlaceholderData } = useFacets({ period })
  if (!data || isPlaceholderData || seller === undefined) return 0
  const count = (facet: InvoiceFacets['sellers'], value: string) =>
    facet.find((one) => one.value === value)?.count ?? 0
  return count(data.periods, period) - count(data.sellers, seller)
}

/** Returns the name of the person who signs the seller's invoices in Coretax; undefined if the directory has none. */
export function useSigner({ seller }: MonthSelection): string | undefined {
  const { data } = useQuery({
    queryKey: ['signer', seller],
    enabled: seller !== undefined,
    queryFn: ({ signal }) =>
      client.call(directoryRoutes.listParties, { query: { q: seller }, signal }),
  })
  const isSeller = ({ name, aliases }: { name: string; aliases: readonly string[] }) =>
    [name, ...aliases].some((one) => one.toLowerCase() === seller?.toLowerCase())
  return data?.entries.find(isSeller)?.signer ?? undefined
}

/** Runs the export check for a month, and again whenever a document changes. */
export function usePreflight(month: MonthSelection) {
  const live = useLiveJobs().data
  useRefetchOnChange(monthKey(month), live?.revision)
  return useQuery({
    queryKey: monthKey(month),
    enabled: useIsFeedReady(),
    queryFn: ({ signal }) =>
      client.call(exportRoutes.checkExport, {
        body: { filter: monthFilter(month), period: month.period },
        signal,
      }),
  })
}

interface ExportOrder {
  /** All documents of the check. */
  documents: readonly PreflightDocument[]
  /** The documents that are ready or that the user confirmed. */
  written: readonly PreflightDocument[]
}

export interface ExportResult {
  filename: string
  /** Number of documents that the file should contain but that are no longer ready. */
  missing: number
}

/**
 * Downloads a Coretax file with the documents that the user saw as ready or confirmed. The server omits those that have
 * changed since, and those that have become ready. The request lists all documents, so that the server finds repeated
 * invoice numbers.
 */
export function useExportMonth(month: MonthSelection) {
  return useMutation({
    mutationFn: async ({ documents, written }: ExportOrder): Promise<ExportResult> => {
      const response = await client.call(exportRoutes.exportJobs, {
        body: {
          ids: documents.map(({ id }) => id),
          period: month.period,
          confirmed: written.map(({ id, version }) => ({ id, version })),
          format: 'xml',
          skip_incomplete: true,
        },
      })
      // The server omits every document that is not confirmed. The header that lists their IDs stops at a hundred.
      const left_out = Number(response.headers.get('Docket-Left-Out-Count') ?? 0)
      const missing = left_out - (documents.length - written.length)
      return { filename: await saveFile(response, `coretax-${month.period}.xml`), missing }
    },
    onSettled: () => Promise.all([refetch(monthKey(month)), refetch(exportsKey)]),
  })
}

export function useExports() {
  return useQuery({
    queryKey: exportsKey,
    queryFn: ({ signal }) => client.call(exportRoutes.listExports, { signal }),
  })
}

export function useUndoExport(month: MonthSelection) {
  return useMutation({
    mutationFn: (id: string) => client.call(exportRoutes.undoExport, { params: { id } }),
    onSettled: () => Promise.all([refetch(monthKey(month)), refetch(exportsKey)]),
  })
}
