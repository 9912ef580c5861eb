import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import type { Route } from '../../domain/api/route.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { gatewayRoutes } from '../../domain/api/gateway.ts'
import { apiVersion } from '../../domain/api/api-version.ts'
import { describeOperation, type Operation } from './describe-operation.ts'
import { describeWebhooks } from './describe-webhooks.ts'
import { sessionCookie, signInCookie } from '../access/cookies.ts'

/** Serves /openapi.json and /docs. Call this before registering routes. */
export async function describeApi(
  app: FastifyInstance,
  version: string,
  { isDisabled = () => false, origin, hasWebhooks = false, ...security }: ApiDescription = {},
): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Docket',
        version,
        description: `Converts PDFs into files that other software can import. API version ${apiVersion}: fields and values may be added, but none are removed or changed.`,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: origin ?? '/' }],
      ...(hasWebhooks && { webhooks: describeWebhooks() }),
      ...security,
    },
    transform: jsonSchemaTransform,
    transformObject: (document) =>
      describeRoutes(dropUnusedInputSchemas(jsonSchemaTransformObject(document)), isDisabled),
  })
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    // The default policy allows other hosts, and breaks the page on plain HTTP.
    staticCSP: "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
    theme: {
      title: 'Docket API',
      css: [{ filename: 'docket.css', content: '.swagger-ui .topbar { display: none }' }],
    },
  })
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

interface ApiDescription extends Partial<ReturnType<typeof describeSecurity>> {
  /** Public origin of the server, if known. */
  origin?: string | undefined
  hasWebhooks?: boolean
  /** True for the path of a disabled feature. */
  isDisabled?: (path: string) => boolean
}

/** Describes the authentication methods. They are alternatives; public routes need none. */
export function describeSecurity(isHttps: boolean) {
  return {
    security: [{ token: [] }, { api_key: [] }, { sign_in: [] }, { session: [] }],
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'JWT or API key.' } as const,
        api_key: { type: 'apiKey', in: 'header', name: 'X-API-Key' } as const,
        sign_in: {
          type: 'apiKey',
          in: 'cookie',
          name: signInCookie(isHttps).name,
          description: 'Cookie of a user who has signed in to the web app.',
        } as const,
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: sessionCookie(isHttps).name,
          description: 'Browser session cookie.',
        } as const,
      },
    },
  }
}

type Document = ReturnType<typeof jsonSchemaTransformObject>

/** Returns the description without disabled routes. */
function describeRoutes(document: Document, isDisabled: (path: string) => boolean): Document {
  const paths = (document.paths ?? {}) as Record<string, Record<string, Operation>>
  const all = [routes, gatewayRoutes].flatMap((table) => Object.entries<Route>(table))
  for (const [name, route] of all) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const operation = paths[path]?.[route.method.toLowerCase()]
    if (isDisabled(path)) Reflect.deleteProperty(paths, path)
    else if (operation) describeOperation(operation, name, route)
  }
  return document
}

/** Drops the input variants that the plugin adds for every schema, because few routes refer to them. */
function dropUnusedInputSchemas(document: Document): Document {
  const { schemas = {} } = 'components' in document ? (document.components ?? {}) : {}
  const paths = JSON.stringify(document.paths)
  for (const name of Object.keys(schemas)) {
    const isUsed = paths.includes(`"#/components/schemas/${name}"`)
    if (name.endsWith('Input') && !isUsed) Reflect.deleteProperty(schemas, name)
  }
  return document
}
