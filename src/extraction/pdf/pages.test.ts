import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { manyPagesPdf, nulTextPdf } from '../../../test/fixtures/hostile-pdfs.ts'
import { type Degrees, drawPdf, rotatedPdf, textPdf } from '../../../test/fixtures/pdfs.ts'
import { type RawPage, rawPage, rawPdf } from '../../../test/fixtures/raw-pdf.ts'
import type { Page, Word } from '../../domain/reading/reading.ts'
import { readPages } from './pages.ts'

async function firstPage(pdf: Uint8Array): Promise<Page> {
  const [page] = await readPages(pdf)
  if (!page) throw new Error('A PDF has a page.')
  return page
}

const wordTexts = ({ words }: Page) => words.map(({ text }) => text)
const readRaw = async (page: RawPage) => wordTexts(await firstPage(rawPage(page)))
const readDrawn = async (draw: (document: PDFKit.PDFDocument) => void) =>
  wordTexts(await firstPage(await drawPdf(draw)))

describe('page words', () => {
  it('are returned in writing order', async () => {
    const letters = fc.constantFrom(...'abcxyzABCXYZ0123456789.,:/()&äöüéñ€'.split(''))
    const words = fc.array(fc.string({ unit: letters, minLength: 1, maxLength: 12 }), {
      minLength: 1,
    })
    const property = fc.asyncProperty(words, async (written) => {
      const page = await firstPage(await textPdf({ text: written.join(' ') }))
      expect(wordTexts(page)).toEqual(['Page', '1', ...written])
    })
    await fc.assert(property, { seed: 3, numRuns: 60 })
  })

  it('have ink boxes, a baseline and the displayed size', async () => {
    const pdf = await drawPdf((document) => {
      document.scale(2).fontSize(6).text('HHH', 30, 40)
    })
    const { words, width, height } = await firstPage(pdf)
    expect([width, height]).toEqual([595.28, 841.89])
    // Helvetica: H is 0.722 em wide and 0.718 em tall. Its ink starts at 0.077 em.
    expect(words).toEqual([
      { text: 'HHH', box: [60.92, 80, 85.08, 88.62], baseline: 88.62, font_size: 12 },
    ])
  })

  it('do not depend on the stored page rotation', async () => {
    const text = fc.string({
      unit: fc.constantFrom(...'abgH19.,-'.split('')),
      minLength: 1,
      maxLength: 30,
    })
    const turned = fc.constantFrom<Degrees>(90, 180, 270)
    const property = fc.asyncProperty(text, turned, async (written, degrees) => {
      const [upright] = await readPages(await rotatedPdf(0, written))
      const [page] = await readPages(await rotatedPdf(degrees, written))
      expect(page).toEqual(upright && roundPage(upright))
    })
    await fc.assert(property, { seed: 4, numRuns: 60 })
  })

  it('are positioned relative to the visible part of the page', async () => {
    const content = 'BT /F1 12 Tf 200 300 Td (Hi) Tj ET'
    const page = await firstPage(rawPage({ content, entries: '/CropBox [150 200 450 650]' }))
    expect([page.width, page.height]).toEqual([300, 450])
    expect(page.words[0]?.baseline).toBe(350)
    expect(page.words[0]?.box[0]).toBeCloseTo(50.92, 1)
  })

  it('stay whole when they run up or down the page', async () => {
    const drawn = await readDrawn((document) => {
      document.rotate(90, { origin: [300, 300] }).text('Running down', 300, 300)
      document.rotate(180, { origin: [300, 300] }).text('Climbing up', 300, 350)
    })
    expect(drawn.toSorted()).toEqual(['Climbing', 'Running', 'down', 'up'])
  })

  it('end at superscripts and wide gaps', async () => {
    const superscripted = 'BT /F1 12 Tf 72 700 Td (area) Tj 5 Ts (2) Tj ET'
    expect((await readRaw({ content: superscripted })).toSorted()).toEqual(['2', 'area'])
    expect(
      await readRaw({ content: 'BT /F1 12 Tf 72 700 Td [(12) -300 (34) 60 (56)] TJ ET' }),
    ).toEqual(['12', '3456'])
  })

  it('record whether a line ends with a space in the document', async () => {
    const content = [
      'BT /F1 12 Tf 72 700 Td (one twon ) Tj ET',
      'BT /F1 12 Tf 72 680 Td (three fourn) Tj ET',
      'BT /F1 12 Tf 72 660 Td (five) Tj ET',
    ].join('\n')
    for (const entries of ['', '/Rotate 90', '/Rotate 180', '/Rotate 270']) {
      const { words } = await firstPage(rawPage({ content, entries }))
      const spaced = words.filter(({ trailing_space }) => trailing_space)
      expect(spaced.map(({ text }) => text)).toEqual(entries === '' ? ['twon'] : [])
    }
  })

  it('end where another word is drawn over them, as when a name overlaps the next column', async () => {
    const drawn = await readDrawn((document) => {
      document.fontSize(10).text('Konstanze', 50, 50)
      document.text('W76', 50 + document.widthOfString('Konstanze') - 3, 50)
    })
    expect(drawn).toEqual(['Konstanze', 'W76'])
  })
})

describe('unusual letters', () => {
  it('share one position in a ligature and are all kept', async () => {
    const content = 'BT /F1 12 Tf 72 700 Td (o\\001ce) Tj ET'
    expect(await readRaw({ content, unicode: { '01': '006600660069' } })).toEqual(['office'])
  })

  it('form one character in a surrogate pair', async () => {
    const content = 'BT /F1 12 Tf 72 700 Td (a\\001) Tj ET'
    expect(await readRaw({ content, unicode: { '01': 'D83DDE00' } })).toEqual(['a\u{1f600}'])
  })

  it('are read as f if "Print To PDF" encodes them as a Greek beta', async () => {
    const content = 'BT /F1 12 Tf 72 700 Td (Butter\\001ly) Tj ET'
    expect(await readRaw({ content, unicode: { '01': '03D0' } })).toEqual(['Butterfly'])
  })

  it('are merged if drawn with and without their accent', async () => {
    const over = (first: string, second: string) =>
      readDrawn((document) => {
        const left = 50 + document.fontSize(10).widthOfString('No')
        document.text('No', 50, 50).text(first, left, 50).text(second, left, 50)
        document.text('mie', left + document.widthOfString('e'), 50)
      })
    expect(await over('e', 'é')).toEqual(['Noémie'])
    expect(await over('é', 'e')).toEqual(['Noémie'])
  })

  it('are merged if drawn twice for bold, while double letters are kept', async () => {
    const drawn = await readDrawn((document) => {
      for (const left of [50, 51]) document.text('Total', left, 50).text('1100 1100', left, 80)
    })
    expect(drawn).toEqual(['Total', '1100', '1100'])
  })

  it('are kept if they hyphenate a line, and the word ends with the line', async () => {
    const drawn = await readDrawn((document) =>
      document.text('order INV-', 50, 50).text('2026', 50, 70),
    )
    expect(drawn).toEqual(['order', 'INV-', '2026'])
  })

  it('are dropped if XML does not allow them', async () => {
    expect(wordTexts(await firstPage(await nulTextPdf()))).toEqual(['A', 'd', 'a\ufffd'])
  })
})

describe('readPages', () => {
  it('reports progress after each page', async () => {
    const progress: [number, number][] = []
    await readPages(await textPdf({ pages: 3 }), (done, total) => progress.push([done, total]))
    expect(progress).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ])
  })

  it('rejects too many pages before reading the first', async () => {
    const progress: number[] = []
    const reading = readPages(await manyPagesPdf(1_000_000), (done) => progress.push(done))
    await expect(reading).rejects.toMatchObject({
      code: 'RESOURCE_LIMIT',
      message: /1,000,000 pages/,
    })
    expect(progress).toEqual([])
  })

  it('reports a damaged page instead of omitting it', async () => {
    const pdf = rawPdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 2 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      '(a string where a page should be)',
    ])
    const message = 'Page 2 of this PDF is damaged. Export or download the file again.'
    await expect(readPages(pdf)).rejects.toMatchObject({ code: 'BROKEN_PDF', message })
  })

  it('rejects too much text, counted across all pages', async () => {
    const pdf = await textPdf({ pages: 3, text: 'x'.repeat(40) })
    const reading = (characters: number) =>
      readPages(pdf, undefined, { limits: { pages: 3, characters } })
    await expect(reading(100)).rejects.toMatchObject({ code: 'RESOURCE_LIMIT' })
    await expect(reading(200)).resolves.toHaveLength(3)
  })
})

/** Rounds a page's coordinates to single precision. */
function roundPage(page: Page): Page {
  const close = (value: number): number => expect.closeTo(value, 1)
  const roundWord = (word: Word): Word => ({
    ...word,
    box: word.box.map(close) as Word['box'],
    baseline: close(word.baseline),
    font_size: close(word.font_size),
  })
  return { ...page, words: page.words.map(roundWord) }
}
