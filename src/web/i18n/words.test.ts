import { expect, it, onTestFinished } from 'vitest'
import { en } from './en/words.ts'
import { setLanguage, currentLanguage, words } from './words.ts'

it('uses the language chosen last, even if an earlier language loads more slowly', async () => {
  onTestFinished(() => setLanguage('en'))
  await Promise.all([setLanguage('id'), setLanguage('en')])
  expect([currentLanguage.get(), words]).toEqual(['en', en])
})
