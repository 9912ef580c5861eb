import type { FastifyInstance } from 'fastify'
import {
  type MissingNumberDeps,
  listCompaniesWithoutNumber,
  saveNumbers,
} from '../../directory/missing-numbers.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { ownerId } from '../access/authorise.ts'
import { serveRoute } from '../requests/serve-route.ts'

export function missingNumberRoutes(app: FastifyInstance, deps: MissingNumberDeps): void {
  serveRoute(app, routes.listMissingNumbers, ({ query, request }) =>
    listCompaniesWithoutNumber(deps, ownerId(request), query),
  )

  serveRoute(app, routes.saveMissingNumbers, ({ body, request }) =>
    saveNumbers(deps, ownerId(request), body),
  )
}
