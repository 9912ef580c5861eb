import { STATUS_CODES } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../domain/errors/app-error.ts'
import { problemTypePath, toProblemType } from '../../domain/errors/problem.ts'
import { renderError } from '../../domain/i18n/render.ts'
import { type ErrorName, errorRules, isErrorCode } from '../../domain/messages/error-codes.ts'
import { negotiate } from '../responses/negotiate.ts'
import { escapeMarkup } from '../../domain/values/escape-markup.ts'

const html = 'text/html; charset=utf-8'
const json = 'application/json'

/** Serves the pages to which the `type` URIs of problems refer: one page per code, and a list. */
export function serveProblemPages(app: FastifyInstance): void {
  const hide = { schema: { hide: true } }

  app.get(problemTypePath, hide, async ({ headers }, reply) => {
    const all = (Object.keys(errorRules) as ErrorName[]).map(describe)
    if (prefersJson(headers.accept)) return { problems: all }
    const rows = all.map(({ code, status, detail }) => row([link(code), String(status), detail]))
    const table = `<table><tr><th>code</th><th>status</th><th>meaning</th></tr>${rows.join('')}</table>`
    return reply.type(html).send(page('Problems', intro + table))
  })

  app.get<{ Params: { code: string } }>(
    `${problemTypePath}/:code`,
    hide,
    async ({ params: { code }, headers }, reply) => {
      if (!isErrorCode(code)) throw new AppError('NOT_FOUND')
      const problem = describe(code)
      if (prefersJson(headers.accept)) return problem
      return reply.type(html).send(page(code, article(problem)))
    },
  )
}

interface ProblemDescription {
  type: string
  code: ErrorName
  title: string
  status: number
  may_retry: boolean
  detail: string
}

function describe(code: ErrorName): ProblemDescription {
  const { status, retry } = errorRules[code]
  const title = STATUS_CODES[status] ?? 'Error'
  const detail = renderError(code, undefined)
  return { type: toProblemType(code), code, title, status, may_retry: retry, detail }
}

function prefersJson(accept: string | undefined): boolean {
  return negotiate(accept, ['text/html', json])[0] === json
}

const intro =
  '<p>Every error response is <code>application/problem+json</code> (RFC 9457). Its <code>code</code> is one of these, ' +
  'its <code>type</code> links here, and its <code>request_id</code> identifies the request in the server log.</p>'

function article({ code, title, status, may_retry, detail }: ProblemDescription): string {
  const advice = may_retry
    ? 'The same request may succeed later. Wait at least as long as the Retry-After header says.'
    : 'The same request will fail again. Change it first.'
  return [
    `<p>${escapeMarkup(detail)}</p><p lang="id">${escapeMarkup(renderError(code, undefined, 'id'))}</p>`,
    `<p>HTTP status ${status} ${escapeMarkup(title)}. ${advice}</p>`,
    '<p>The response may contain details: <code>reason</code> and <code>params</code> describe the problem, and <code>errors</code> ',
    'points to each invalid field.</p>',
    `<p><a href="${problemTypePath}">All problems</a> · <a href="/docs">API</a></p>`,
  ].join('')
}

function link(code: ErrorName): string {
  return `<a href="${toProblemType(code)}">${code}</a>`
}

/** Renders a table row. The first cell is HTML, the others are text. */
function row([first = '', ...texts]: string[]): string {
  const cells = texts.map((text) => `<td>${escapeMarkup(text)}</td>`)
  return `<tr><td>${first}</td>${cells.join('')}</tr>`
}

function page(title: string, body: string): string {
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title} – Docket</title>`
  return `<!doctype html><html lang="en"><head>${head}</head><body><main><h1>${title}</h1>${body}</main></body></html>`
}
