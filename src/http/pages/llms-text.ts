import type { FastifyInstance } from 'fastify'
import { apiVersion } from '../../domain/api/api-version.ts'
import type { Route } from '../../domain/api/route.ts'
import { routes } from '../../domain/api/routes/routes.ts'
import { problemTypePath } from '../../domain/errors/problem.ts'

/** Serves /llms.txt (llmstxt.org), which tells assistants how to use the API and links to the details. */
export function serveLlmsText(app: FastifyInstance): void {
  const text = writeLlmsText()
  app.get('/llms.txt', { schema: { hide: true } }, async (_, reply) =>
    reply.type('text/plain; charset=utf-8').send(text),
  )
}

const start = `# Docket

> Docket converts PDFs into files that other software can import: invoices into Coretax XML, UBL, CSV and JSON, heat sheets
> of swim meets into calendars, and any other PDF into text. API version ${apiVersion}.

Upload a PDF with \`POST /api/upload\` (form field \`file\` or \`url\`), wait with \`GET /api/jobs/ID?wait=50\` until \`status\` is
\`complete\`, \`failed\` or \`cancelled\`, then download with \`GET /api/jobs/ID/download?format=json\`. Send
\`Authorization: Bearer KEY\`, or keep the session cookie. Repeat a POST safely with an \`Idempotency-Key\`. If \`needs_review\` is
true, tell the user the \`review_reasons\`. To get fields of your choice, add a JSON Schema as \`schema\`: the download without
\`format\` is that object. To be called when a job has ended, add a \`callback_url\`. Errors are problem+json: \`detail\` says what to do. Unknown parameters are rejected.

## Documentation

- [OpenAPI](/openapi.json): every route with its fields
- [API reference](/docs): the same as a page
- MCP over streamable HTTP: \`POST /mcp\`, with the same keys
- [Problems](${problemTypePath}): every error code
`

function writeLlmsText(): string {
  const all = Object.values<Route>(routes).filter(
    ({ tag, successor }) => tag !== 'Admin' && !successor,
  )
  const sections = [...new Set(all.map(({ tag }) => tag))].map((tag) => {
    const lines = all
      .filter((route) => route.tag === tag)
      .map(({ method, path, summary }) => `- \`${method} ${path}\`: ${summary}`)
    return `\n## ${tag}\n\n${lines.join('\n')}\n`
  })
  return start + sections.join('')
}
