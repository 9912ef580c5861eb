import { z } from 'zod'
import { parseJson } from '../domain/values/json.ts'
import { type PageLink, parsePage } from './page-links.ts'

export interface SharedFolder {
  /** URL that lists the folder's files without a sign-in, or undefined if only a browser can show them. */
  listing: string | undefined
  parse: (text: string, url: URL) => PageLink[]
}

/** Describes the shared folder at a URL. Returns undefined if the URL is not that of a shared folder. */
export function findFolder(address: string): SharedFolder | undefined {
  const url = new URL(address)
  const { hostname, pathname, searchParams } = url
  if (hostname === 'drive.google.com') return driveFolder(url)
  const isOneDrive = hostname === '1drv.ms' && !pathname.startsWith('/b/')
  const isOneDrivePage =
    hostname === 'onedrive.live.com' && ['id', 'resid'].some((name) => searchParams.has(name))
  if (isOneDrive || isOneDrivePage) {
    return { listing: `${oneDriveShare(url)}?expand=children`, parse: parseOneDrive }
  }
  const isSharePoint = hostname.endsWith('.sharepoint.com') && pathname.startsWith('/:f:/')
  const isDropbox = /(?:^|\.)dropbox\.com$/.test(hostname) && /^\/(?:sh|scl\/fo)\//.test(pathname)
  return isSharePoint || isDropbox ? { listing: undefined, parse: () => [] } : undefined
}

/** Recognises a Google Drive folder. Google serves public folders as plain HTML to pages that embed them. */
function driveFolder({ pathname, searchParams }: URL): SharedFolder | undefined {
  const id =
    /\/folders\/([\w-]+)/.exec(pathname)?.[1] ??
    (/\/(?:folderview|embeddedfolderview)$/.test(pathname) ? searchParams.get('id') : null)
  if (!id) return undefined
  const listing = new URL('https://drive.google.com/embeddedfolderview')
  listing.searchParams.set('id', id)
  const key = searchParams.get('resourcekey')
  if (key !== null) listing.searchParams.set('resourcekey', key)
  return { listing: listing.href, parse: (text, url) => parsePage(text, url).links }
}

/** Returns the URL of a shared item in Microsoft's API, which requires no account for most public items. */
export function oneDriveShare(url: URL): string {
  const token = Buffer.from(url.href).toString('base64url')
  return `https://api.onedrive.com/v1.0/shares/u!${token}/root`
}

const DriveItem = z.object({
  name: z.string().max(1000),
  '@content.downloadUrl': z.url({ protocol: /^https?$/ }).optional(),
  webUrl: z.url({ protocol: /^https?$/ }).optional(),
  folder: z.unknown().optional(),
})
const DriveListing = DriveItem.extend({ children: z.array(DriveItem).max(2000).optional() })

function parseOneDrive(text: string): PageLink[] {
  const listing = DriveListing.safeParse(parseJson(text))
  if (!listing.success) return []
  const { children = [], ...item } = listing.data
  const files = item.folder === undefined ? [item] : children
  return files.flatMap(({ name, folder, webUrl, ...file }) => {
    const url = folder === undefined ? file['@content.downloadUrl'] : webUrl
    if (url === undefined) return []
    const isDocument = folder === undefined && /\.pdf$/i.test(name)
    return [{ url, text: name, context: '', heading: '', isDocument }]
  })
}
