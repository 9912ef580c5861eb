import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  ownedReading,
  type Revising,
  type Revision,
  reviseOwnedReading,
} from '../../review/corrections.ts'
import { AppError } from '../../domain/errors/errors.ts'
import { nameOf } from '../../domain/api/identity.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import type { ReadingAnswer } from '../../domain/api/routes/readings.ts'
import { identityOf, ownerOf } from '../access/identify.ts'
import { serve } from '../requests/serve.ts'

export type ReadingRouteDeps = Omit<Revising, 'log'>

export function readingRoutes(app: FastifyInstance, services: ReadingRouteDeps): void {
  const using = (request: FastifyRequest) => ({ ...services, log: request.log })

  const answer = async (request: FastifyRequest, reply: FastifyReply, id: string) => {
    const reading: ReadingAnswer = await ownedReading(using(request), ownerOf(request), id)
    reply.header('etag', `"${reading.revision}"`).header('cache-control', 'private, no-cache')
    return reading
  }

  serve(app, routes.getReading, ({ params, request, reply }) => answer(request, reply, params.id))

  serve(app, routes.correctReading, async ({ params, body, request, reply }) => {
    const { changes } = body
    await reviseOwnedReading(using(request), revisionBy(request, { ...params, changes }))
    return answer(request, reply, params.id)
  })

  serve(app, routes.approveJob, async ({ params, request, reply }) => {
    const revision = revisionBy(request, { ...params, changes: [] })
    const job = await reviseOwnedReading(using(request), { ...revision, is_approved: true })
    reply.header('etag', `"${revision.seen + 1}"`)
    return job
  })
}

function revisionBy(request: FastifyRequest, what: Pick<Revision, 'id' | 'changes'>): Revision {
  const identity = identityOf(request)
  const who = { owner_id: identity.owner_id, changed_by: nameOf(identity) }
  return { ...what, ...who, seen: matchOf(request), is_approved: false }
}

/** The revision that was seen. One that cannot be ours is another one than there is now. */
function matchOf({ headers }: FastifyRequest): number {
  const given = headers['if-match']?.trim()
  if (given === undefined || given === '*') throw new AppError('MATCH_NEEDED')
  const [, revision] = /^(?:W\/)?"(\d{1,9})"$/.exec(given) ?? []
  if (revision === undefined) throw new AppError('CHANGED_MEANWHILE')
  return Number(revision)
}
