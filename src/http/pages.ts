import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../domain/errors.ts'

const pages = [
  '/',
  '/queue',
  '/settings',
  '/admin',
  '/directory',
  '/mappings',
  '/mappings/:name',
  '/jobs/:id',
  '/review/:id',
  '/batch/:id',
  '/result/:code',
  '/unsubscribe/:token',
  '/privacy',
]

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
  for (const page of pages) {
    app.get(page, { schema: { hide: true } }, (_, reply) => reply.sendFile('index.html'))
  }
  app.setNotFoundHandler((request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!wantsPage || request.url.startsWith('/api/')) throw new AppError('NOT_FOUND')
    return reply.code(404).sendFile('index.html')
  })
}
