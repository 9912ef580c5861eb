import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { en } from '../../src/web/i18n/en/ui-text.ts'
import { accountText as enAccount } from '../../src/web/i18n/en/account.ts'
import { accountText as idAccount } from '../../src/web/i18n/id/account.ts'
import { adminText as enAdmin } from '../../src/web/i18n/en/admin.ts'
import { adminText as idAdmin } from '../../src/web/i18n/id/admin.ts'
import { directoryText as enDirectory } from '../../src/web/i18n/en/directory.ts'
import { notificationText as enNotify } from '../../src/web/i18n/en/notifications.ts'
import { reviewText as enReview } from '../../src/web/i18n/en/review.ts'
import { dropText as enDrop } from '../../src/web/i18n/en/drop.ts'
import { dropText as idDrop } from '../../src/web/i18n/id/drop.ts'
import { id } from '../../src/web/i18n/id/ui-text.ts'
import { jobText as enJobs } from '../../src/web/i18n/en/jobs.ts'
import { jobText as idJobs } from '../../src/web/i18n/id/jobs.ts'
import { directoryText as idDirectory } from '../../src/web/i18n/id/directory.ts'
import { mappingText as enMappings } from '../../src/web/i18n/en/mappings.ts'
import { mappingText as idMappings } from '../../src/web/i18n/id/mappings.ts'
import { paletteText as enPalette } from '../../src/web/i18n/en/palette.ts'
import { paletteText as idPalette } from '../../src/web/i18n/id/palette.ts'
import { monthText as enMonth } from '../../src/web/i18n/en/month.ts'
import { monthText as idMonth } from '../../src/web/i18n/id/month.ts'
import { notificationText as idNotify } from '../../src/web/i18n/id/notifications.ts'
import { reviewText as idReview } from '../../src/web/i18n/id/review.ts'
import { settingsText as enSettings } from '../../src/web/i18n/en/settings.ts'
import { settingsText as idSettings } from '../../src/web/i18n/id/settings.ts'

interface Node {
  type: string
  [field: string]: unknown
}

const container = 'JSXExpressionContainer'
const unshown = [
  'CallExpression',
  'BinaryExpression',
  'MemberExpression',
  'ArrowFunctionExpression',
]
const readByPeople = ['aria-label', 'title', 'alt', 'placeholder', 'label']

/** Returns visible strings in a component that bypass the dictionaries. */
function rawStrings(file: string): string[] {
  const { program } = parseSync(file, readFileSync(file, 'utf8'))
  const found: string[] = []
  function walk(node: unknown, isShown: boolean): void {
    if (Array.isArray(node)) return node.forEach((one) => walk(one, isShown))
    if (typeof node !== 'object' || node === null || !('type' in node)) return
    const { type, ...fields } = node as Node
    const text = type === 'JSXText' || (isShown && type === 'Literal') ? fields.value : undefined
    if (typeof text === 'string' && /\p{L}{2,}/u.test(text)) found.push(text.trim())
    if (type === 'JSXAttribute') {
      const { name } = fields.name as { name: unknown }
      const { expression = fields.value } = (fields.value ?? {}) as { expression?: unknown }
      return walk(expression, readByPeople.includes(String(name)))
    }
    const isKept = isShown && !unshown.includes(type)
    for (const field of Object.values(fields)) walk(field, isKept || type === container)
  }
  walk(program, false)
  return found
}

const components = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => path.join('src/web', file))

describe('every UI sentence', () => {
  it('is in a dictionary, not in a component', () => {
    expect(components.length).toBeGreaterThan(30)
    const raw = components.flatMap((file) => rawStrings(file).map((text) => `${file}: ${text}`))
    expect(raw).toEqual([])
  })

  it('is translated, except names and identical words', () => {
    const same = findUntranslated(
      {
        ...en,
        ...enJobs,
        notify: enNotify,
        directory: enDirectory,
        mappings: enMappings,
        review: enReview,
        admin: enAdmin,
        settings: enSettings,
        account: enAccount,
        palette: enPalette,
        month: enMonth,
        drop: enDrop,
      },
      {
        ...id,
        ...idJobs,
        notify: idNotify,
        directory: idDirectory,
        mappings: idMappings,
        review: idReview,
        admin: idAdmin,
        settings: idSettings,
        account: idAccount,
        palette: idPalette,
        month: idMonth,
        drop: idDrop,
      },
      '',
    )
    expect(same).toEqual([
      'product',
      'units.bytes.0',
      'units.bytes.1',
      'units.bytes.2',
      'units.bytes.3',
      'nav.api',
      'upload.inputFormat',
      'web.placeholder',
      'web.kinds.heat_sheet',
      'web.kinds.psych_sheet',
      'queue.columns.total',
      'queue.columns.status',
      'job.mappings.heat_sheet_v1',
      'waiting.services.gateway',
      'batch.formats.csv',
      'batch.formats.xlsx',
      'invoices.columns.total',
      'invoices.unknown',
      'notify.webhooks.url',
      'directory.fields.email',
      'review.coretax.taxBase',
      'review.coretax.tax',
      'review.coretax.luxuryTax',
      'review.fields.totals.subtotal',
      'review.fields.sku',
      'review.approveKey',
      'admin.hour.median',
      'admin.activeJobs.status',
      'settings.company.fields.tin',
      'settings.keyboard',
      'month.columns.base',
      'month.columns.tax',
      'month.columns.luxuryTax',
      'month.columns.status',
    ])
  })
})

function findUntranslated(one: unknown, other: unknown, at: string): string[] {
  if (typeof one === 'string') return one === other ? [at.slice(1)] : []
  if (typeof one !== 'object' || one === null) return []
  return Object.entries(one).flatMap(([key, value]) =>
    findUntranslated(value, (other as Record<string, unknown>)[key], `${at}.${key}`),
  )
}
