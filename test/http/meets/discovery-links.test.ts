import type { RequestListener } from 'node:http'
import { describe, expect, it } from 'vitest'
import type { DiscoverDeps } from '../../../src/discovery/discover.ts'
import { drawMeet, springSplash } from '../../fixtures/meets.ts'
import { discoverLinks, fakeFetch } from '../../support/servers/discovery.ts'
import { docketForTest } from '../../support/docket/docket.ts'
import { type FileServer, fileServerForTest } from '../../support/servers/file-server.ts'

const pdf = await drawMeet(springSplash)

type Answer = string | Buffer | number | { modified: string } | { location: string }

/** A club's website: HTML, a PDF, a status, a PDF with its date, or a redirect by path. */
async function discoverOn(
  answers: Record<string, Answer>,
  path = '/',
  more: Partial<DiscoverDeps> = {},
) {
  const site = await clubSite(answers)
  const docket = await docketForTest({ discovering: { fetch: fakeFetch(site.url), ...more } })
  const address = path.startsWith('/') ? `${site.url}${path}` : path
  const found = await discoverLinks(docket, address)
  const toPath = (url: string) => url.replace(site.url, '')
  return {
    site,
    links: found.links.map((link) => ({ ...link, url: toPath(link.url) })),
    skipped: found.skipped.map(({ url, title, reason }) => [toPath(url), title, reason]),
    omitted: found.omitted,
  }
}

function clubSite(answers: Record<string, Answer>): Promise<FileServer> {
  const respond: RequestListener = ({ url = '' }, response) => {
    const answer = answers[url] ?? 404
    if (typeof answer === 'number') response.writeHead(answer).end()
    else if (typeof answer === 'string') response.writeHead(200).end(answer)
    else if (Buffer.isBuffer(answer)) response.writeHead(200).end(answer)
    else if ('location' in answer) response.writeHead(302, answer).end()
    else response.writeHead(200, { 'last-modified': answer.modified }).end(pdf)
  }
  return fileServerForTest(respond)
}

const link = (url: string, text: string) => `<p><a href="${url}">${text}</a></p>`

describe('a link', () => {
  it('is kept if it leads to a PDF, regardless of its URL', async () => {
    const page = link('/dl?id=77', 'Heat sheet Sunday (PDF)') + link('/x/78', 'Psych sheet (PDF)')
    const { links, skipped } = await discoverOn({ '/': page, '/dl?id=77': pdf, '/x/78': pdf })
    expect(links).toMatchObject([
      { url: '/dl?id=77', title: 'Heat sheet Sunday (PDF)', kind: 'heat_sheet', session: 'Sunday' },
      { url: '/x/78', title: 'Psych sheet (PDF)', kind: 'psych_sheet' },
    ])
    expect(skipped).toEqual([])
  })

  it('is dropped with the reason if it does not lead to a PDF', async () => {
    const page =
      link('/a.pdf', 'Heat Sheet 1') +
      link('/b.pdf', 'Heat Sheet 2') +
      link('/c.pdf', 'Heat Sheet 3') +
      link('/d.pdf', 'Heat Sheet 4') +
      link('/sheets', 'Heat Sheets') +
      link('/program', 'Meet program')
    const { links, skipped } = await discoverOn({
      '/': page,
      '/a.pdf': pdf,
      '/b.pdf': '<h1>Sorry</h1>',
      '/c.pdf': 404,
      '/d.pdf': 401,
      '/sheets': '<p>Soon</p>',
      '/program': 500,
    })
    expect(links.map(({ url }) => url)).toEqual(['/a.pdf'])
    expect(skipped).toEqual([
      ['/sheets', 'Heat Sheets', 'no_documents'],
      ['/program', 'Meet program', 'failed'],
      ['/b.pdf', 'Heat Sheet 2', 'not_pdf'],
      ['/c.pdf', 'Heat Sheet 3', 'not_found'],
      ['/d.pdf', 'Heat Sheet 4', 'sign_in'],
    ])
  })

  it('is kept if its server is overloaded, because the upload tries again', async () => {
    const { links } = await discoverOn({ '/': link('/a.pdf', 'Heat Sheet'), '/a.pdf': 503 })
    expect(links.map(({ url }) => url)).toEqual(['/a.pdf'])
  })

  it('is skipped with the reason if it exceeds a limit', async () => {
    const numbers = Array.from({ length: 12 }, (_, index) => index)
    const pages = Object.fromEntries(numbers.map((id) => [`/dl?id=${id}`, pdf]))
    const page = numbers.map((id) => link(`/dl?id=${id}`, `Heat Sheet ${id} (PDF)`)).join('')
    const { links, skipped } = await discoverOn({ '/': page, ...pages })
    expect(links).toHaveLength(10)
    expect(skipped.map(([, , reason]) => reason)).toEqual(['limit', 'limit'])
  })

  it('is skipped with the reason if it is beyond the documents that are opened', async () => {
    const paths = Array.from({ length: 22 }, (_, index) => `/${index}.pdf`)
    const page = paths.map((path) => link(path, 'Heat Sheet')).join('')
    const { links, skipped } = await discoverOn({
      '/': page,
      ...Object.fromEntries(paths.map((path) => [path, pdf])),
    })
    expect(links).toHaveLength(20)
    expect(skipped).toEqual([
      ['/20.pdf', 'Heat Sheet', 'limit'],
      ['/21.pdf', 'Heat Sheet', 'limit'],
    ])
  })

  it.each([
    ['Meldeergebnis Sonntag', 'heat_sheet'],
    ['Startliste', 'heat_sheet'],
    ['Liste de départ', 'heat_sheet'],
    ['Liste de depart', 'heat_sheet'],
    ['Стартовый протокол', 'heat_sheet'],
    ['Meldeliste', 'psych_sheet'],
  ])('is followed and ranked by %j, which means %s', async (text, kind) => {
    const page = link('/rules.pdf', 'Ausschreibung') + link('/dl?id=1', text)
    const { links } = await discoverOn({ '/': page, '/dl?id=1': pdf, '/rules.pdf': pdf })
    expect(links.map((one) => [one.url, one.title, one.kind])).toEqual([
      ['/dl?id=1', text, kind],
      ['/rules.pdf', 'Ausschreibung', 'other'],
    ])
  })

  it('is skipped with the reason if the browser fails', async () => {
    const render = () => Promise.reject(new Error('crashed'))
    const { skipped } = await discoverOn({ '/': '<title>Cove</title>' }, '/', { render })
    expect(skipped).toEqual([['/', 'Cove', 'not_rendered']])
  })
})

describe('the newest document comes first', () => {
  it.each([
    ['by heading', '<h2>2025</h2>', '<h2>2026</h2>', '/a.pdf', '/b.pdf'],
    ['by folder', '', '', '/2025/11/a.pdf', '/2026/11/b.pdf'],
  ])('%s', async (_, first, second, older, newer) => {
    const page = first + link(older, 'Heat Sheet') + second + link(newer, 'Heat Sheet')
    const { links } = await discoverOn({ '/': page, [older]: pdf, [newer]: pdf })
    expect(links.map(({ url, is_outdated }) => [url, is_outdated])).toEqual([
      [newer, undefined],
      [older, true],
    ])
  })

  it("by the meet's year, even if there is nothing newer", async () => {
    const page = `<h1>Cove Open 2026</h1>${link('/a.pdf', 'Heat Sheet 2025')}`
    const { links } = await discoverOn({ '/': page, '/a.pdf': pdf })
    expect(links).toMatchObject([{ url: '/a.pdf', is_outdated: true }])
  })

  it('by date of publication', async () => {
    const page = link('/a.pdf', 'Heat Sheet') + link('/b.pdf', 'Heat Sheet')
    const { links } = await discoverOn({
      '/': page + link('/c.pdf', 'Heat Sheet'),
      '/a.pdf': { modified: 'Fri, 07 Nov 2025 10:00:00 GMT' },
      '/b.pdf': { modified: 'Fri, 06 Nov 2026 10:00:00 GMT' },
      '/c.pdf': { modified: 'Sat, 07 Nov 2026 10:00:00 GMT' },
    })
    expect(links.map(({ url, is_outdated }) => [url, is_outdated])).toEqual([
      ['/c.pdf', undefined],
      ['/b.pdf', undefined],
      ['/a.pdf', true],
    ])
    expect(links[0]?.modified).toBe('2026-11-07T10:00:00.000Z')
  })

  it('ignoring years far in the future', async () => {
    const page = link('/a.pdf', 'Heat Sheet 2026') + link('/b.pdf', 'Club plan 2080')
    const { links } = await discoverOn({ '/': page, '/a.pdf': pdf, '/b.pdf': pdf })
    expect(links[0]).toMatchObject({ url: '/a.pdf', score: 0.9 })
    expect(links[0]?.is_outdated).toBeUndefined()
  })
})

const driveEntry = (url: string, name: string) =>
  `<div class="flip-entry"><div class="flip-entry-info"><a href="${url}" target="_blank"><div
    class="flip-entry-icon"><img src="/i.png"></div><div class="flip-entry-title">${name}</div></a></div></div>`
const driveList = '/@drive.google.com/embeddedfolderview?id='
const download = 'https://drive.google.com/uc?export=download&id='
const localDownload = download.replace('https://', '/@')

describe('a public folder on Google Drive', () => {
  const folder = 'https://drive.google.com/drive/folders/Fold_1?usp=sharing'
  const answers = {
    '/': link(folder, 'Heat sheets'),
    [`${driveList}Fold_1`]:
      driveEntry('https://drive.google.com/file/d/F1/view?usp=drive_web', 'Saturday.pdf') +
      driveEntry('https://drive.google.com/file/d/F2/view?usp=drive_web', 'Volunteers.docx') +
      driveEntry('https://drive.google.com/drive/folders/Fold_2', 'Day two'),
    [`${driveList}Fold_2`]: driveEntry('https://drive.google.com/file/d/F3/view', 'Sunday.pdf'),
    [`${localDownload}F1`]: pdf,
    [`${localDownload}F3`]: pdf,
  }

  it.each([
    ['linked from a page', '/'],
    ['given itself', folder],
  ])('%s is listed with its subfolders', async (_, start) => {
    const { links, skipped } = await discoverOn(answers, start)
    expect(links.map(({ url, title }) => [url, title])).toEqual([
      [`${download}F1`, 'Saturday.pdf'],
      [`${download}F3`, 'Sunday.pdf'],
    ])
    expect(skipped).toEqual([])
  })

  it('gives its files the kind that its link names', async () => {
    const { links } = await discoverOn(answers)
    expect(links[0]).toMatchObject({ kind: 'heat_sheet', session: 'Saturday' })
  })

  it.each([
    ['is private', 403, 'sign_in'],
    ['leads to a sign-in page', { location: '/@accounts.google.com/ServiceLogin' }, 'sign_in'],
    ['was deleted', 404, 'not_found'],
    ['is empty', '<html></html>', 'no_documents'],
  ])('that %s is listed with the reason', async (_, answer, reason) => {
    const { links, skipped } = await discoverOn({
      '/': link(folder, 'Heat sheets'),
      [`${driveList}Fold_1`]: answer,
      '/@accounts.google.com/ServiceLogin': '<form></form>',
    })
    expect(links).toEqual([])
    expect(skipped).toEqual([[folder, 'Heat sheets', reason]])
  })
})

describe('OneDrive', () => {
  const share = (url: string) =>
    `/@api.onedrive.com/v1.0/shares/u!${Buffer.from(url).toString('base64url')}/root`
  const folder = 'https://1drv.ms/f/s!Abc'

  it('folders that are public are listed', async () => {
    const { links } = await discoverOn({
      '/': link(folder, 'Heat sheets'),
      [`${share(folder)}?expand=children`]: JSON.stringify({
        name: 'Meet',
        folder: { childCount: 2 },
        children: [
          { name: 'Sat.pdf', '@content.downloadUrl': 'https://public.example/y4m?x=1', file: {} },
          { name: 'Rota.xlsx', '@content.downloadUrl': 'https://public.example/y4m?x=2', file: {} },
        ],
      }),
      '/@public.example/y4m?x=1': pdf,
    })
    expect(links).toMatchObject([
      { url: 'https://public.example/y4m?x=1', title: 'Sat.pdf', kind: 'heat_sheet' },
    ])
  })

  it('files are offered with their download URL', async () => {
    const file = 'https://1drv.ms/b/s!Def'
    const business = 'https://club-my.sharepoint.com/:b:/g/personal/x/Abc?e=1'
    const { links } = await discoverOn({
      '/': link(file, 'Heat Sheet Saturday') + link(business, 'Heat Sheet Sunday'),
      [`${share(file)}/content`]: pdf,
      '/@club-my.sharepoint.com/:b:/g/personal/x/Abc?e=1&download=1': pdf,
    })
    expect(links.map(({ url }) => url)).toEqual([
      `${share(file)}/content`.replace('/@', 'https://'),
      `${business}&download=1`,
    ])
  })

  it.each([
    ['a folder that needs an account', folder, 'sign_in'],
    [
      'a business folder',
      'https://club-my.sharepoint.com/:f:/g/personal/x/Abc',
      'unreadable_folder',
    ],
    ['a Dropbox folder', 'https://www.dropbox.com/scl/fo/abc/h?rlkey=1', 'unreadable_folder'],
  ])('%s is listed with the reason', async (_, url, reason) => {
    const { links, skipped } = await discoverOn({
      '/': link(url, 'Meet documents'),
      [`${share(folder)}?expand=children`]: 401,
    })
    expect(links).toEqual([])
    expect(skipped).toEqual([[url, 'Meet documents', reason]])
  })
})
