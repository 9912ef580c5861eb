import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { noIndex } from '../access/security-headers.ts'
import { createPreloadLinks } from './preload-links.ts'

/** Client-side routes, each with the page chunk that it loads. */
const pages = {
  '/': 'upload',
  '/queue': 'queue',
  '/settings': 'settings',
  '/sign-in': 'sign-in',
  '/account': 'account',
  '/join/:code': 'join',
  '/admin': 'admin',
  '/month': 'month',
  '/directory': 'directory',
  '/directory/missing': 'missing-numbers',
  '/mappings': 'mappings',
  '/mappings/:name': 'mapping',
  '/jobs/:id': 'job',
  '/review/:id': 'review',
  '/batch/:id': 'batch',
  '/result/:code': 'shared',
  '/shared/:code': 'shared-batch',
  '/unsubscribe/:token': 'unsubscribe',
  '/privacy': 'privacy',
}

/**
 * Serves the built web app: static files, a single HTML page for all client-side routes, and problem responses for
 * unknown API paths.
 */
export async function servePages(app: FastifyInstance, webFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: webFolder,
    index: false,
    cacheControl: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      const isHashed = file.includes('/assets/')
      reply.setHeader(
        'cache-control',
        isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      )
    },
  })
  const preloadLinks = await createPreloadLinks(webFolder)
  for (const [address, page] of Object.entries(pages)) {
    const link = preloadLinks(page)
    app.get(address, { schema: { hide: true } }, (_, reply) => {
      if (link !== undefined) reply.header('link', link)
      if (page.startsWith('shared') || page === 'join') reply.headers(noIndex)
      return reply.sendFile('index.html')
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!wantsPage || request.url.startsWith('/api/')) throw new AppError('NOT_FOUND')
    return reply.code(404).sendFile('index.html')
  })
}
