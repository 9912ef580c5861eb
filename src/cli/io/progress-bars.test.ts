import { PassThrough } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgressBars } from './progress-bars.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Creates a fake terminal. `look` returns the output since its previous call, without codes that move the cursor. */
function screen(isTTY: boolean) {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120 })
  const look = () => {
    vi.advanceTimersByTime(500)
    return stripVTControlCharacters(String(stream.read() ?? ''))
  }
  return { stream: stream as unknown as NodeJS.WriteStream, look }
}

describe('on a terminal', () => {
  it('shows progress per document and in total', () => {
    const { stream, look } = screen(true)
    const bars = createProgressBars(['a.pdf', 'more/b.pdf'], {}, stream)
    expect(look()).toMatch(/0% a\.pdf +waiting[^]*0% more\/b\.pdf +waiting[^]*0% total/)
    bars.move(0, 50, 'reading')
    expect(look()).toMatch(/50% a\.pdf +reading[^]*0% more\/b\.pdf +waiting[^]*25% total +0 of 2/)
    bars.end(0, ['complete'])
    bars.move(1, 10, 'reading')
    expect(look()).toMatch(/100% a\.pdf +complete[^]*10% more\/b\.pdf[^]*55% total +1 of 2/)
    bars.say('Wait.')
    expect(look()).toMatch(/Wait\.\n[^]*100% a\.pdf[^]*10% more\/b\.pdf[^]*55% total/)
    bars.end(1, ['Nothing legible. (NO_TEXT)'])
    bars.stop()
    bars.stop()
    bars.say('Bye.')
    const end = 'a.pdf: complete\nmore/b.pdf: Nothing legible. (NO_TEXT)\nBye.\n'
    expect(look().endsWith(end)).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not show a total for a single document', () => {
    const { stream, look } = screen(true)
    const bars = createProgressBars(['a.pdf'], {}, stream)
    bars.move(0, 30, 'reading')
    const shown = look()
    expect(shown).toMatch(/30% a\.pdf reading/)
    expect(shown).not.toContain('total')
    bars.stop()
  })
})

describe('in a file or a pipe', () => {
  it('writes one line per finished document', () => {
    const { stream, look } = screen(false)
    const bars = createProgressBars(['a.pdf', 'b.pdf'], {}, stream)
    bars.move(0, 50, 'reading')
    expect(look()).toBe('')
    bars.end(0, ['complete', 'The sum is not proved.'])
    bars.say('Wait.')
    bars.stop()
    expect(look()).toBe('a.pdf: complete\na.pdf: The sum is not proved.\nWait.\n')
  })
})
