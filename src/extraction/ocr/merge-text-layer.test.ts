import { describe, expect, it } from 'vitest'
import type { Box, Page, Word } from '../../domain/reading/reading.ts'
import { mergeTextLayer } from './merge-text-layer.ts'

function word(text: string, box: Box): Word {
  return { text, box, baseline: box[3], font_size: 10 }
}

function createPage(...words: Word[]): Page {
  return { number: 1, width: 600, height: 800, text: '', words }
}

const uprightView = { turns: 0, deskew: 0 } as const
const seen = word('PA1D', [102, 101, 138, 109])

describe('mergeTextLayer', () => {
  it('keeps the text layer where both cover the same spot', () => {
    const stamp = word('PAID', [100, 100, 140, 110])
    expect(mergeTextLayer(createPage(stamp), uprightView, [seen])).toEqual({
      all: [stamp],
      found: 0,
    })
  })

  it('keeps recognised text beneath a watermark', () => {
    const watermark = word('COPY', [50, 50, 550, 700])
    expect(mergeTextLayer(createPage(watermark), uprightView, [seen])).toEqual({
      all: [watermark, seen],
      found: 1,
    })
  })

  it('rotates text layer positions with the page', () => {
    const stamp = word('PAID', [100, 100, 140, 110])
    const { all } = mergeTextLayer(createPage(stamp), { turns: 1, deskew: 0 }, [])
    expect(all[0]?.box).toEqual([690, 100, 700, 140])
  })
})
