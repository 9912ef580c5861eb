/** A document that an address leads to, or undefined where it is a page or something else. */
export function documentAt(address: string, text: string): string | undefined {
  const url = new URL(address)
  return shared(url) ?? viewed(url) ?? (isPdf(url) || isDownload(url, text) ? url.href : undefined)
}

function isPdf({ pathname, search }: URL): boolean {
  return /\.pdf$/i.test(pathname) || /\.pdf(?:&|$)/i.test(search)
}

/** Hosts of clubs give documents addresses without an ending: `/_doc_/123`, `/download?id=7`, `/attachments/5`. */
function isDownload({ pathname, search }: URL, text: string): boolean {
  const path = `${pathname}${search}`
  if (/\/_doc_\/|\/documents?\/download|\/getfile\b|\/attachments?\/\d/i.test(path)) return true
  return /\bpdf\b/i.test(text) && /download|file|doc|attach/i.test(path)
}

/** Those who share a file show a page around it; this is the file itself. */
function shared(url: URL): string | undefined {
  const { hostname, pathname, searchParams } = url
  if (hostname === 'drive.google.com') {
    const id = /\/file\/d\/([\w-]+)/.exec(pathname)?.[1] ?? searchParams.get('id')
    return id ? `https://drive.google.com/uc?export=download&id=${id}` : undefined
  }
  if (/(?:^|\.)dropbox\.com$/.test(hostname) && /^\/(?:s|scl\/fi)\//.test(pathname)) {
    const direct = new URL(url)
    direct.searchParams.set('dl', '1')
    return direct.href
  }
  return undefined
}

/** Viewers are told the address of what they show. */
function viewed({ hostname, pathname, searchParams }: URL): string | undefined {
  const isViewer =
    /^(?:docs|drive)\.google\.com$/.test(hostname) ||
    hostname === 'view.officeapps.live.com' ||
    /pdfjs|viewer/i.test(pathname)
  const target = searchParams.get('url') ?? searchParams.get('file') ?? searchParams.get('src')
  if (!isViewer || target === null || !URL.canParse(target)) return undefined
  return new URL(target).href
}
