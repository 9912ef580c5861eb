import { expect, it, onTestFinished } from 'vitest'
import { setTrialPdf, trialPdf } from './mapping-edits.ts'

it('uses the PDF chosen last, even if an earlier PDF loads more slowly', async () => {
  onTestFinished(() => trialPdf.set(undefined))
  const slow = new File(['slow'], 'slow.pdf')
  let arrive: (bytes: ArrayBuffer) => void = () => undefined
  slow.arrayBuffer = () =>
    new Promise((resolve) => {
      arrive = resolve
    })
  const slowChoice = setTrialPdf(slow)
  await setTrialPdf(new File(['quick'], 'quick.pdf'))
  arrive(new ArrayBuffer(4))
  await slowChoice
  expect(trialPdf.get()?.file.name).toBe('quick.pdf')
})
