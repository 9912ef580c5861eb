import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { createDetail } from '../../domain/i18n/problem-detail.ts'

interface PathMethods {
  pattern: RegExp
  methods: Set<string>
}

/**
 * Rejects unsupported methods of registered paths with 405 and an Allow header, without reading the body. Call this
 * after adding the server's other hooks. Before registering routes, pass their scope to the returned function.
 * Registering routes for the unsupported methods would take as long as registering all other routes.
 */
export function rejectOtherMethods(app: FastifyInstance): (routes: FastifyInstance) => void {
  const paths = new Map<string, PathMethods>()
  app.addHook('onRequest', async (request, reply) => {
    const methods = findMethods(paths, request)
    if (methods === undefined || methods.has(request.method)) return
    const allowed = [...methods].toSorted().join(', ')
    reply.header('allow', allowed)
    const params = { method: request.method, allowed }
    throw new AppError('METHOD_NOT_ALLOWED', createDetail('method_unknown', params))
  })
  return (routes) => {
    routes.addHook('onRoute', ({ url, method }) => {
      const known = paths.get(url) ?? { pattern: toPattern(url), methods: new Set() }
      for (const one of [method].flat()) known.methods.add(one)
      paths.set(url, known)
    })
  }
}

/** A path without parameters takes precedence, although `/api/jobs/:id` matches `/api/jobs/export` too. */
function findMethods(
  paths: Map<string, PathMethods>,
  { url, is404, routeOptions }: FastifyRequest,
): Set<string> | undefined {
  const [path = ''] = url.split('?', 1)
  const known = paths.get(path.replace(/(?<=.)\/$/, ''))
  if (known) return known.methods
  // The route of the web app's files matches every path.
  const hasRoute = !is404 && routeOptions.url !== '/*'
  return hasRoute
    ? undefined
    : [...paths.values()].find(({ pattern }) => pattern.test(path))?.methods
}

/** Matches the paths of a route such as `/api/jobs/:id`, with or without a trailing slash. */
function toPattern(url: string): RegExp {
  const source = url.replace(/[^\w/:]/g, String.raw`\$&`).replace(/:\w+/g, '[^/]+')
  return new RegExp(`^${source}/?$`)
}
