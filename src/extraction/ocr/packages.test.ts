import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findOcr } from './packages.ts'

const nothing = () => {
  throw new Error('Cannot find module')
}

describe('findOcr', () => {
  it('finds the installed engine and languages', () => {
    const ocr = findOcr('eng')
    if ('unavailable' in ocr) throw new Error('OCR is not installed')
    expect([...ocr.data.keys()]).toEqual(['eng'])
    for (const file of [ocr.engine, ...ocr.data.values()]) expect(existsSync(file)).toBe(true)
  })

  it('reports the command that installs a missing engine', () => {
    expect(findOcr('eng', nothing)).toEqual({
      unavailable: {
        ocr: 'not_installed',
        packages: ['tesseract.js-core@7.0.0', '@tesseract.js-data/eng@1.0.0'],
      },
    })
  })

  it('lists exactly the missing languages', () => {
    expect(findOcr('eng+xyz')).toEqual({
      unavailable: { ocr: 'not_installed', packages: ['@tesseract.js-data/xyz@1.0.0'] },
    })
  })

  it.each(['ind', 'deu', 'fra'])('finds the %s model once its package is installed', (language) => {
    const ocr = findOcr(`eng+${language}`, (name) => `/modules/${name}`)
    if ('unavailable' in ocr) throw new Error('OCR is not installed')
    expect(ocr.data.get(language)).toBe(
      `/modules/@tesseract.js-data/${language}/4.0.0_best_int/${language}.traineddata.gz`,
    )
  })

  it('reports OCR as disabled when switched off', () => {
    expect(findOcr('off')).toEqual({
      unavailable: { ocr: 'off', packages: [] },
    })
  })
})
