import type { Job } from '../domain/job/job.ts'
import type { Language } from '../domain/i18n/language.ts'
import type { Mail } from '../mail/mail.ts'
import { type Counts, mailWords } from './mail-words.ts'

type Told = Pick<
  Job,
  'original_filename' | 'status' | 'needs_review' | 'error_code' | 'error_message'
>

export interface MailFacts {
  id: string
  address: string
  language: Language
  batch_id: string
  jobs: readonly Told[]
  /** Public URL of this server. */
  baseUrl: string
  unsubscribeToken: string
}

const mostListed = 50

/** The email about a finished batch. No text from a document goes into its headers. */
export function composeMail(facts: MailFacts): Mail {
  const { jobs, language, baseUrl } = facts
  const words = mailWords[language]
  const counts = countsOf(jobs)
  const at = (path: string) => new URL(path, baseUrl).href
  const lines = jobs.slice(0, mostListed).map((job) => [oneLine(job.original_filename), fate(job)])
  const content: Content = {
    heading: words.heading(counts),
    summary: [
      words.read(counts.read),
      counts.review > 0 && words.review(counts.review),
      counts.failed > 0 && words.failed(counts.failed),
      counts.cancelled > 0 && words.cancelled(counts.cancelled),
    ].filter((line) => line !== false),
    documents: lines as [string, string][],
    more: jobs.length > mostListed ? words.more(jobs.length - mostListed) : '',
    open: { label: words.open, url: at(`/batch/${facts.batch_id}`) },
    where: words.where,
    why: words.why(new URL(baseUrl).host),
    links: [
      { label: words.privacy, url: at('/privacy') },
      { label: words.unsubscribe, url: at(`/unsubscribe/${facts.unsubscribeToken}`) },
    ],
  }
  return {
    id: facts.id,
    to: facts.address,
    subject: words.subject(counts),
    text: asText(content),
    html: asHtml(content, language),
    unsubscribeUrl: at(`/api/unsubscribe/${facts.unsubscribeToken}`),
  }

  function fate(job: Told): string {
    const { status, needs_review } = job
    if (status === 'failed') return [words.fate.failed, words.error(job)].filter(Boolean).join(': ')
    if (status === 'cancelled' || status === 'expired') return words.fate[status]
    return needs_review ? words.fate.review : words.fate.read
  }
}

function countsOf(jobs: readonly Told[]): Counts {
  const count = (is: (job: Told) => boolean) => jobs.filter(is).length
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

function asText({ heading, summary, documents, more, open, where, why, links }: Content): string {
  const listed = documents.map(([name, fate]) => `- ${name}: ${fate}`)
  return [
    heading,
    summary.join('\n'),
    [...listed, more].filter(Boolean).join('\n'),
    `${open.label}:\n${open.url}\n${where}`,
    `--\n${why}`,
    links.map(({ label, url }) => `${label}: ${url}`).join('\n'),
  ].join('\n\n')
}

/** Mail clients ignore style sheets, so every element has inline styles. */
function asHtml(content: Content, language: Language): string {
  const { heading, summary, documents, more, open, where, why, links } = content
  const items = documents.map(
    ([name, fate]) =>
      `<li style="margin:0 0 6px"><strong>${escape(name)}</strong>: ${escape(fate)}</li>`,
  )
  const small = 'color:#57606a;font-size:13px'
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(heading)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:600px;margin:0 auto">
<h1 style="font-size:20px;margin:0 0 12px">${escape(heading)}</h1>
<p style="margin:0 0 12px">${summary.map(escape).join('<br>')}</p>
<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.join('')}</ul>
${more === '' ? '' : `<p style="margin:0 0 16px">${escape(more)}</p>`}
<p style="margin:0 0 4px"><a href="${escape(open.url)}" style="display:inline-block;padding:10px 18px;border-radius:8px;background:#1d4ed8;color:#ffffff;text-decoration:none">${escape(open.label)}</a></p>
<p style="margin:0 0 20px;${small}">${escape(where)}</p>
<hr style="border:0;border-top:1px solid #d0d7de">
<p style="${small}">${escape(why)}</p>
<p style="${small}">${links.map(({ label, url }) => `<a href="${escape(url)}" style="color:inherit">${escape(label)}</a>`).join(' · ')}</p>
</div>
</body>
</html>
`
}

/** Line breaks in a file name could pass as our own text. */
function oneLine(name: string): string {
  return name.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ').trim()
}

function escape(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
