import type { Job } from '../domain/job/job.ts'
import { renderError } from '../domain/i18n/render.ts'
import type { Language } from '../domain/i18n/language.ts'
import { toLinkPath } from '../identity/links.ts'
import type { Mail } from '../mail/mail.ts'
import { type OutcomeCounts, mailText } from './mail-text.ts'
import { escapeMarkup } from '../domain/values/escape-markup.ts'

type ReportedJob = Pick<
  Job,
  'original_filename' | 'status' | 'needs_review' | 'error_code' | 'error_detail'
>

export interface MailContext {
  id: string
  address: string
  language: Language
  /** Code in the link that opens the batch. */
  code: string
  jobs: readonly ReportedJob[]
  /** Public URL of this Docket. */
  baseUrl: string
  unsubscribeToken: string
}

const maxListed = 50

/** Composes an email. Its headers contain nothing from a document. */
export function composeMail(context: MailContext): Mail {
  const { jobs, language, baseUrl } = context
  const words = mailText[language]
  const counts = countJobs(jobs)
  const toUrl = (path: string) => new URL(path, baseUrl).href
  const lines = jobs
    .slice(0, maxListed)
    .map((job) => [toOneLine(job.original_filename), describe(job)])
  const content: Content = {
    heading: words.heading(counts),
    summary: [
      words.read(counts.read),
      counts.review > 0 && words.review(counts.review),
      counts.failed > 0 && words.failed(counts.failed),
      counts.cancelled > 0 && words.cancelled(counts.cancelled),
    ].filter((line) => line !== false),
    documents: lines as [string, string][],
    more: jobs.length > maxListed ? words.more(jobs.length - maxListed) : '',
    open: { label: words.open, url: toUrl(toLinkPath('mail', context.code, null)) },
    where: words.where,
    why: words.why(new URL(baseUrl).host),
    links: [
      { label: words.privacy, url: toUrl('/privacy') },
      { label: words.unsubscribe, url: toUrl(`/unsubscribe/${context.unsubscribeToken}`) },
    ],
  }
  return {
    id: context.id,
    to: context.address,
    subject: words.subject(counts),
    text: renderText(content),
    html: renderHtml(content, language),
    unsubscribeUrl: toUrl(`/api/unsubscribe/${context.unsubscribeToken}`),
  }

  function describe(job: ReportedJob): string {
    const { status, needs_review } = job
    if (status === 'failed')
      return [words.outcome.failed, errorText(job)].filter(Boolean).join(': ')
    if (status === 'cancelled' || status === 'expired') return words.outcome[status]
    return needs_review ? words.outcome.review : words.outcome.read
  }

  function errorText({ error_code, error_detail }: ReportedJob): string {
    return error_code === null ? '' : renderError(error_code, error_detail, language)
  }
}

function countJobs(jobs: readonly ReportedJob[]): OutcomeCounts {
  const count = (is: (job: ReportedJob) => boolean) => jobs.filter(is).length
  return {
    total: jobs.length,
    read: count(({ status }) => status === 'complete' || status === 'expired'),
    review: count(({ needs_review }) => needs_review),
    failed: count(({ status }) => status === 'failed'),
    cancelled: count(({ status }) => status === 'cancelled'),
  }
}

interface Link {
  label: string
  url: string
}

interface Content {
  heading: string
  summary: string[]
  documents: [name: string, fate: string][]
  more: string
  open: Link
  where: string
  why: string
  links: Link[]
}

function renderText({
  heading,
  summary,
  documents,
  more,
  open,
  where,
  why,
  links,
}: Content): string {
  const listed = documents.map(([name, outcome]) => `- ${name}: ${outcome}`)
  return [
    heading,
    summary.join('\n'),
    [...listed, more].filter(Boolean).join('\n'),
    `${open.label}:\n${open.url}\n${where}`,
    `--\n${why}`,
    links.map(({ label, url }) => `${label}: ${url}`).join('\n'),
  ].join('\n\n')
}

/** Renders the HTML with inline styles, because mail clients ignore style sheets. */
function renderHtml(content: Content, language: Language): string {
  const { heading, summary, documents, more, open, where, why, links } = content
  const items = documents.map(
    ([name, outcome]) =>
      `<li style="margin:0 0 6px"><strong>${escapeMarkup(name)}</strong>: ${escapeMarkup(outcome)}</li>`,
  )
  const small = 'color:#57606a;font-size:13px'
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escapeMarkup(heading)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:600px;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 12px">${escapeMarkup(heading)}</h1>
<p style="margin:0 0 12px">${summary.map(escapeMarkup).join('<br>')}</p>
<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.join('')}</ul>
${more === '' ? '' : `<p style="margin:0 0 16px">${escapeMarkup(more)}</p>`}
<p style="margin:0 0 4px"><a href="${escapeMarkup(open.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none">${escapeMarkup(open.label)}</a></p>
<p style="margin:0 0 20px;${small}">${escapeMarkup(where)}</p>
<hr style="border:0;border-top:1px solid #d0d7de">
<p style="${small}">${escapeMarkup(why)}</p>
<p style="${small}">${links.map(({ label, url }) => `<a href="${escapeMarkup(url)}" style="color:inherit">${escapeMarkup(label)}</a>`).join(' · ')}</p>
</div>
</body>
</html>
`
}

/** Removes line breaks from a file name, because it could otherwise imitate text by Docket. */
function toOneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()
}
