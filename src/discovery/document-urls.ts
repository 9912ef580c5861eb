import { parseUrl } from '../domain/values/parse-url.ts'
import { oneDriveShare } from './shared-folders.ts'

/** Returns a document's direct URL, or undefined if the URL leads to a page. */
export function resolveDocument(address: string, text: string): string | undefined {
  const url = new URL(address)
  return (
    sharedFile(url) ??
    viewerTarget(url) ??
    (isPdf(url) || isDownload(url, text) ? url.href : undefined)
  )
}

function isPdf({ pathname, search }: URL): boolean {
  return /\.pdf$/i.test(pathname) || /\.pdf(?:&|$)/i.test(search)
}

/**
 * True for URLs without a file extension that club websites use for documents: `/_doc_/123`, `/download?id=7`,
 * `/attachments/5`.
 */
function isDownload({ pathname, search }: URL, text: string): boolean {
  const path = `${pathname}${search}`
  if (/\/_doc_\/|\/documents?\/download|\/getfile\b|\/attachments?\/\d/i.test(path)) return true
  return /\bpdf\b/i.test(text) && /download|file|doc|attach/i.test(path)
}

/** Converts the URL of a share page to its download URL. */
function sharedFile(url: URL): string | undefined {
  const { hostname, pathname } = url
  if (hostname === 'drive.google.com') return driveFile(url)
  if (/(?:^|\.)dropbox\.com$/.test(hostname) && /^\/(?:s|scl\/fi)\//.test(pathname)) {
    return withParameter(url, 'dl')
  }
  if (hostname.endsWith('.sharepoint.com') && pathname.startsWith('/:b:/')) {
    return withParameter(url, 'download')
  }
  if (hostname === '1drv.ms' && pathname.startsWith('/b/')) return `${oneDriveShare(url)}/content`
  return undefined
}

function driveFile({ pathname, searchParams }: URL): string | undefined {
  const isFile = /^\/(?:open|uc)$/.test(pathname)
  const id =
    /\/file\/d\/([\w-]+)/.exec(pathname)?.[1] ?? (isFile ? searchParams.get('id') : undefined)
  if (!id) return undefined
  const key = searchParams.get('resourcekey')
  const download = new URL('https://drive.google.com/uc?export=download')
  download.searchParams.set('id', id)
  if (key !== null) download.searchParams.set('resourcekey', key)
  return download.href
}

function withParameter(url: URL, name: string): string {
  const direct = new URL(url)
  direct.searchParams.set(name, '1')
  return direct.href
}

/** Returns the document's URL, which viewer URLs contain as a parameter. */
function viewerTarget({ hostname, pathname, searchParams }: URL): string | undefined {
  const isViewer =
    /^(?:docs|drive)\.google\.com$/.test(hostname) ||
    hostname === 'view.officeapps.live.com' ||
    /pdfjs|viewer/i.test(pathname)
  const target = searchParams.get('url') ?? searchParams.get('file') ?? searchParams.get('src')
  return isViewer && target !== null ? parseUrl(target)?.href : undefined
}
