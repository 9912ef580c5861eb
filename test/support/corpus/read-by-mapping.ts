import path from 'node:path'
import { expect } from 'vitest'
import type { InvoiceReading } from '../../../src/domain/invoice/invoice.ts'
import { extract } from '../../../src/extraction/extract.ts'
import { loadReferenceData } from '../../../src/extraction/reference-data/reference-data.ts'
import { loadMappings } from '../../../src/extraction/mapping/load.ts'
import type { Layout } from '../../fixtures/invoices/layout.ts'

const own = loadReferenceData({ folder: path.resolve('.') })
const invented = loadMappings(path.resolve('test/fixtures/invoices/mappings'))
const referenceData = { ...own, mappings: new Map([...own.mappings, ...invented]) }

/** Reads with auto-detection: of all layouts, only the right one may match. */
export async function readByMapping(pdf: Uint8Array, layout: Layout): Promise<InvoiceReading> {
  const { mapping, reading } = await extract(pdf, 'auto', referenceData)
  expect(mapping).toBe(layout.name)
  if (reading.kind !== 'invoice') throw new Error('Expected an invoice')
  return reading
}
