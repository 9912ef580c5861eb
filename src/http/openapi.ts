import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'

/** The API described: as data at /openapi.json, for people at /docs. Register it before the routes. */
export async function describeApi(app: FastifyInstance, version: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Docket',
        version,
        description: 'Turns PDFs into files that other software can import.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withoutInputs(jsonSchemaTransformObject(document)),
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // Its own policy lets other hosts in and, on plain http, would leave a blank page.
    staticCSP: "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    theme: {
      title: 'Docket API',
      css: [{ filename: 'docket.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

type Document = ReturnType<typeof jsonSchemaTransformObject>

/** Schemas are also given as what may come in; nothing here takes one of them in. */
function withoutInputs(document: Document): Document {
  const { schemas = {} } = 'components' in document ? (document.components ?? {}) : {}
  for (const name of Object.keys(schemas)) {
    if (name.endsWith('Input')) Reflect.deleteProperty(schemas, name)
  }
  return document
}
