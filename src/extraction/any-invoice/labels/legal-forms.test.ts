import { describe, expect, it } from 'vitest'
import { loadVocabulary } from '../../mapping/load-vocabulary.ts'
import { LegalForms } from './legal-forms.ts'

const forms = new LegalForms(loadVocabulary('mappings/vocabulary').legal_forms)

describe('LegalForms', () => {
  it.each([
    'PT Maju Jaya',
    'PT. Maju Jaya Tbk.',
    'CV Sinar Abadi',
    'Müller GmbH & Co. KG',
    'Brown & Co.',
    'Hansa Handel e.K.',
    'Rossi S.r.l.',
    'Bakker B.V.',
    'García e Hijos, S.L.',
    'Acme Co., Ltd.',
  ])('recognises %s as a company', (name) => expect(forms.isCompanyName(name)).toBe(true))

  it.each([
    'Gula pasir curah kg',
    'Beras 25 kg',
    'Rice Co',
    'Invoice',
    'GmbH',
    'Kg',
    'Main Street',
  ])('does not recognise %s as a company', (name) => expect(forms.isCompanyName(name)).toBe(false))
})
