import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/errors.ts'
import { unlisted } from '../access/security-headers.ts'
import { pageLinks } from './page-files.ts'

/** The addresses of the web app, and the page that each shows. */
const pages = {
  '/': 'upload',
  '/queue': 'queue',
  '/settings': 'settings',
  '/admin': 'admin',
  '/directory': 'directory',
  '/mappings': 'mappings',
  '/mappings/:name': 'mapping',
  '/jobs/:id': 'job',
  '/review/:id': 'review',
  '/batch/:id': 'batch',
  '/result/:code': 'shared',
  '/unsubscribe/:token': 'unsubscribe',
  '/privacy': 'privacy',
}

/** The built web app: its files, one page for all its addresses, and a problem for unknown ones of the API. */
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
  const linksOf = await pageLinks(webFolder)
  for (const [address, page] of Object.entries(pages)) {
    const link = linksOf(page)
    app.get(address, { schema: { hide: true } }, (_, reply) => {
      if (link !== undefined) reply.header('link', link)
      if (page === 'shared') reply.headers(unlisted)
      return reply.sendFile('index.html')
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!wantsPage || request.url.startsWith('/api/')) throw new AppError('NOT_FOUND')
    return reply.code(404).sendFile('index.html')
  })
}
