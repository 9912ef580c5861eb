import { expect, it, onTestFinished } from 'vitest'
import { en } from './en/ui-text.ts'
import { setLanguage, currentLanguage, uiText } from './ui-text.ts'

it('uses the language chosen last, even if an earlier language loads more slowly', async () => {
  onTestFinished(() => setLanguage('en'))
  await Promise.all([setLanguage('id'), setLanguage('en')])
  expect([currentLanguage.get(), uiText]).toEqual(['en', en])
})
