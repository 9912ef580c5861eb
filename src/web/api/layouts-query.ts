import { queryOptions } from '@tanstack/react-query'
import { layoutRoutes } from '../../domain/api/routes/layouts.ts'
import { client } from './client.ts'

/** Layouts learned from the user's approved invoices. */
export const layoutsQuery = queryOptions({
  queryKey: ['layouts'],
  queryFn: ({ signal }) => client.call(layoutRoutes.listLayouts, { signal }),
  staleTime: 60_000,
})
