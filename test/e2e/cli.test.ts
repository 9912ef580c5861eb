import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { drawMeet, springSplash } from '../fixtures/meets.ts'
import { encryptedPdf, samplePdf, scannedPdf, textPdf } from '../fixtures/pdfs.ts'
import {
  firstSupplierInvoice,
  secondSupplierInvoice,
  supplierPdf,
  supplierReading,
} from '../fixtures/supplier-invoice.ts'
import { docket, temporaryFolder } from '../support/processes/command.ts'
import { databaseForTest } from '../support/database/database.ts'

describe('docket', () => {
  it.each([
    'up',
    'serve',
    'work',
    'gateway',
    'migrate',
    'extract',
    'mappings',
    'doctor',
    'keys',
    'mcp',
  ])('explains %s', async (verb) => {
    const result = await docket([verb, '--help'])
    expect(result.code).toBe(0)
    expect(result.stdout).toContain(`Usage: docket ${verb}`)
  })

  it.each([
    [['nonsense'], 'docket'],
    [['extract'], 'docket extract'],
    [['up', '--fast'], 'docket up'],
    [['keys', 'create'], 'docket keys create'],
  ])('exits with 2 for %j and names the help of %s', async (args, command) => {
    const result = await docket(args)
    expect(result.code).toBe(2)
    expect(result.stderr).toContain(`Try: ${command} --help`)
  })

  it('exits with 2 for an invalid setting', async () => {
    const env = { PORT: 'abc', DATA_DIR: await temporaryFolder() }
    for (const args of [['keys', 'list'], ['serve']]) {
      const { code, stderr } = await docket(args, { env })
      expect([code, stderr]).toEqual([2, expect.stringContaining('PORT (it is "abc")')])
    }
  })
})

describe('docket extract', () => {
  it('prints the reading of one file as JSON, without a database', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'a.pdf'), await textPdf({ pages: 2, text: 'Hello there' }))
    const result = await docket(['extract', 'a.pdf'], { cwd: folder })
    expect(result.code).toBe(0)
    expect(result.stderr).toMatch(/^a\.pdf: No layout matched, .*\n$/)
    const reading = JSON.parse(result.stdout)
    expect(reading).toMatchObject({ kind: 'text', page_count: 2, word_count: 8 })
    const explicit = await docket(['extract', 'a.pdf', '--mapping', 'document_text_v1'], {
      cwd: folder,
    })
    expect([explicit.stdout, explicit.stderr]).toEqual([result.stdout, ''])
    expect(await readdir(folder)).toEqual(['a.pdf'])
  })

  it('prints plain text on request', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'a.pdf'), await textPdf({ text: 'Hello there' }))
    const result = await docket(['extract', 'a.pdf', '--format', 'txt'], { cwd: folder })
    expect(result.stdout).toBe('Page 1\nHello there\n')
  })

  it('writes one file per document and lists unreadable documents', async () => {
    const folder = await temporaryFolder()
    await mkdir(path.join(folder, 'more'))
    await writeFile(path.join(folder, 'a.pdf'), await samplePdf())
    await writeFile(path.join(folder, 'more/a.pdf'), await textPdf())
    await writeFile(path.join(folder, 'locked.pdf'), await encryptedPdf())
    await writeFile(path.join(folder, 'scan.pdf'), await scannedPdf())
    await writeFile(path.join(folder, 'page.pdf'), '<html>')
    await writeFile(path.join(folder, 'blocked.pdf'), await textPdf())
    await mkdir(path.join(folder, 'out/blocked.json'), { recursive: true })
    const good = ['a.pdf', 'more', 'blocked.pdf']
    const bad = ['locked.pdf', 'scan.pdf', 'page.pdf', 'none.pdf']
    const files = [...good, ...bad]
    const result = await docket(['extract', ...files, '--out', 'out'], { cwd: folder })
    expect(result.code).toBe(1)
    expect((await readdir(path.join(folder, 'out'))).sort()).toEqual([
      'a-2.json',
      'a.json',
      'blocked-2.json',
      'blocked.json',
    ])
    const codes = result.stderr
      .split('\n')
      .map((line) => line.replace(/^(\S+): .* \((\w+)\)$/, '$1 $2'))
    expect(codes.filter((line) => /^\S+ [A-Z_]+$/.test(line)).sort()).toEqual([
      'locked.pdf ENCRYPTED_PDF',
      'none.pdf NOT_FOUND',
      'page.pdf NOT_PDF',
      'scan.pdf NO_TEXT',
    ])
    const second = JSON.parse(await readFile(path.join(folder, 'out/a-2.json'), 'utf8'))
    expect(second.pages[0].text).toContain('quick brown fox')
  })

  it.each([
    [['a.pdf', 'b.pdf', '-o', 'one.json'], '-o one.json is one file, but there are 2 documents'],
    [
      ['a.pdf', '--mapping', 'nothing_v1'],
      'Unknown mapping "nothing_v1". Available: auto, document_text_v1, e_invoice_v1, ',
    ],
    [['a.pdf', '--format', 'xlsx'], '--format xlsx requires --merge.'],
    [['a.pdf', '--merge'], '--merge requires --format xml, csv or xlsx.'],
    [['a.pdf', '--param', 'oops'], '--param must be name=value, not "oops".'],
    [
      ['a.pdf', '--param', 'colour=blue'],
      'Unknown parameter for auto: colour. It accepts only schema, swimmer, team, age',
    ],
    [['a.pdf', '--param', 'date=soon'], 'date must be a date like 2026-07-18, not "soon".'],
    [
      ['a.pdf', '--mapping', 'document_text_v1', '--param', 'swimmer=Ada'],
      'Unknown parameter for document_text_v1: swimmer. It accepts no parameters.',
    ],
    [
      ['a.pdf', '--format', 'doc'],
      'Allowed choices are json, txt, xml, csv, ubl, ics, fields, xlsx',
    ],
  ])('exits with 2 and a hint for %j', async (args, hint) => {
    const result = await docket(['extract', ...args])
    expect(result.code).toBe(2)
    expect(result.stderr).toContain(hint)
  })
})

describe('docket extract with a heat sheet', () => {
  const extract = async (...args: string[]) => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'heats.pdf'), await drawMeet(springSplash))
    return docket(['extract', ...args, 'heats.pdf'], { cwd: folder })
  }

  it("writes a swimmer's calendar", async () => {
    const swimmer = ['--param', 'swimmer=Ahlgren, Ada', '--param', 'age=11']
    const result = await extract('--mapping', 'heat_sheet_v1', ...swimmer, '--format', 'ics')
    expect([result.code, result.stderr]).toEqual([0, ''])
    expect(result.stdout).toMatch(/^BEGIN:VCALENDAR\r\n[^]*DTSTART:20260502T090000\r\n/)
    expect(result.stdout.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  })

  it('recognises the sheet, and writes the whole program as JSON and CSV', async () => {
    const json = await extract()
    expect(JSON.parse(json.stdout)).toMatchObject({
      kind: 'heat_sheet',
      meet_name: 'Spring Splash',
    })
    const csv = await extract('--format', 'csv')
    expect(csv.stdout.split('\r\n')).toHaveLength(10)
  })

  it('suggests similar names and explains that a calendar needs a swimmer', async () => {
    const misspelledName = await extract('--param', 'swimmer=Ida Tam', '--format', 'ics')
    expect(misspelledName.code).toBe(1)
    expect(misspelledName.stderr).toContain('Ida Tam is not on this sheet. Did you mean Tamm, Ida?')
    const nobody = await extract('--format', 'ics')
    expect(nobody.stderr).toContain('A calendar needs --param swimmer=NAME.')
  })
})

describe('docket mappings', () => {
  it('lists the mappings and prints one of them', async () => {
    const list = await docket(['mappings', 'list'])
    expect(list.code).toBe(0)
    expect(list.stdout).toMatch(/^sample_invoice_v1 +json xml csv ubl +Sample invoice$/m)
    const facts = JSON.parse((await docket(['mappings', 'list', '--json'])).stdout)
    expect(facts).toContainEqual(expect.objectContaining({ name: 'sample_invoice_v1' }))
    const showResult = await docket(['mappings', 'show', 'sample_invoice_v1'])
    expect(showResult.stdout).toBe(await readFile('mappings/sample_invoice_v1.yaml', 'utf8'))
  })

  it('checks a mapping and explains its reading, and exits with 0 if all checks pass', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'a.pdf'), await samplePdf())
    const mapping = path.resolve('mappings/sample_invoice_v1.yaml')
    const result = await docket(['mappings', 'check', mapping, 'a.pdf'], { cwd: folder })
    expect([result.code, result.stderr]).toEqual([0, ''])
    expect(result.stdout).toContain(`${mapping}: 19 lines, no errors`)
    expect(result.stdout).toMatch(/number +LC-2026-0042 +right of "Invoice number", page 1 at/)
    expect(result.stdout).toMatch(/✓ +sum +The lines add up to the subtotal of 6,306,000\./)
  })

  it('exits with 1 for an error in the mapping, a failed check and an unreadable document', async () => {
    const folder = await temporaryFolder()
    await writeFile(path.join(folder, 'a.pdf'), await samplePdf())
    const good = await readFile('mappings/sample_invoice_v1.yaml', 'utf8')
    const check = async (yaml: string, ...args: string[]) => {
      await writeFile(path.join(folder, 'sample_invoice_v1.yaml'), yaml)
      return docket(['mappings', 'check', 'sample_invoice_v1.yaml', ...args], { cwd: folder })
    }
    const mistaken = await check(good.replace('below:', 'belwo:'), 'a.pdf')
    expect(mistaken.code).toBe(1)
    expect(mistaken.stdout).toMatch(/line 12, column 17 +error .* did you mean "below"\?/)
    expect(mistaken.stderr).toContain('No PDF was read')
    const unproved = await check(good.replace('Invoice number', 'Invoice numbr'), 'a.pdf', '--json')
    expect(unproved.code).toBe(1)
    const { documents, findings } = JSON.parse(unproved.stdout)
    expect(findings).toEqual([])
    expect(documents[0].explanation.nearest['Invoice numbr'].text).toContain('Invoice number')
    expect(documents[0].explanation.reading.review.needed).toBe(true)
    const unreadable = await check(good, 'a.pdf', 'none.pdf')
    expect(unreadable.code).toBe(1)
    expect(unreadable.stdout).toContain('none.pdf: File not found. (NOT_FOUND)')
  })

  it.each([
    [['mappings']],
    [['mappings', 'check']],
    [['mappings', 'check', '/nowhere.yaml']],
    [['mappings', 'show', 'nothing_v1']],
  ])('exits with 2 for %j', async (args) => {
    expect((await docket(args)).code).toBe(2)
  })
})

describe('docket migrate', () => {
  it('creates the tables, and has no effect the second time', async () => {
    const { url, db } = await databaseForTest()
    await db.query('drop schema public cascade; create schema public')
    const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder() }
    for (const _ of [1, 2]) {
      const result = await docket(['migrate'], { env })
      expect([result.code, result.stdout]).toEqual([0, 'Database schema is up to date\n'])
    }
    expect(await db.query('select id from jobs')).toEqual([])
  })

  it('applies each migration once when many processes start together', async () => {
    const { url, db } = await databaseForTest()
    await db.query('drop schema public cascade; create schema public')
    const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder() }
    const results = await Promise.all([1, 2, 3].map(() => docket(['migrate'], { env })))
    expect(results.map((result) => result.code)).toEqual([0, 0, 0])
  })

  it('rejects a database from a newer Docket', async () => {
    const { url, db } = await databaseForTest()
    await db.query(`insert into migrations (name, sha256) values ('9999_future.sql', '')`)
    const env = { DATABASE_URL: url, DATA_DIR: await temporaryFolder() }
    const result = await docket(['migrate'], { env })
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('created by a newer Docket (it has 9999_future.sql)')
  })
})

describe('docket mappings learn', () => {
  async function folderWithInvoices(): Promise<string> {
    const folder = await temporaryFolder()
    const reading = JSON.stringify(supplierReading(firstSupplierInvoice))
    await writeFile(path.join(folder, 'a.pdf'), await supplierPdf(firstSupplierInvoice))
    await writeFile(path.join(folder, 'b.pdf'), await supplierPdf(secondSupplierInvoice))
    await writeFile(path.join(folder, 'a.json'), reading)
    return folder
  }

  it('learns a mapping from one corrected invoice and uses it to read the next invoice', async () => {
    const cwd = await folderWithInvoices()
    const learned = await docket(['mappings', 'learn', 'a.pdf', 'a.json', '-o', 'boats.yaml'], {
      cwd,
    })
    expect(learned).toMatchObject({
      code: 0,
      stderr: 'docket: Learned "Invoice of PT Kapal Kertas".\n',
    })
    const yaml = await readFile(path.join(cwd, 'boats.yaml'), 'utf8')
    expect(yaml).toContain('name: pt_kapal_kertas_invoice_v1')
    expect(yaml.split('\n').length).toBeLessThanOrEqual(41)
    const read = await docket(['extract', 'b.pdf', '--mapping', 'boats.yaml'], { cwd })
    expect(JSON.parse(read.stdout)).toMatchObject(supplierReading(secondSupplierInvoice))
    expect(read.stderr).not.toContain('layout')
  })

  it('lists values that are not on the page', async () => {
    const cwd = await folderWithInvoices()
    const reading = { ...supplierReading(firstSupplierInvoice), number: 'KK/2026/999' }
    await writeFile(path.join(cwd, 'a.json'), JSON.stringify(reading))
    const learned = await docket(['mappings', 'learn', 'a.pdf', 'a.json'], { cwd })
    expect(learned).toMatchObject({ code: 1, stdout: '' })
    expect(learned.stderr).toContain('not on its pages: number (KK/2026/999). (NOT_LEARNED)')
  })

  it.each([
    [['a.pdf'], 2, 'Pass each PDF with its reading'],
    [['a.pdf', 'none.json'], 2, 'Cannot read none.json'],
    [['a.pdf', 'a.pdf'], 2, 'a.pdf is not JSON'],
    [['a.json', 'a.json'], 1, 'NOT_PDF'],
  ])('rejects %j', async (files, code, text) => {
    const cwd = await folderWithInvoices()
    const learned = await docket(['mappings', 'learn', ...files], { cwd })
    expect(learned.code).toBe(code)
    expect(learned.stderr).toContain(text)
  })

  it('rejects a mapping file with errors, or that does not exist', async () => {
    const cwd = await folderWithInvoices()
    await writeFile(path.join(cwd, 'bad.yaml'), 'name: bad_v1\nreader: invoice\n')
    const bad = await docket(['extract', 'a.pdf', '--mapping', 'bad.yaml'], { cwd })
    expect([bad.code, bad.stderr]).toEqual([2, expect.stringContaining('bad.yaml has errors')])
    const none = await docket(['extract', 'a.pdf', '--mapping', 'none.yaml'], { cwd })
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('Cannot read mapping')])
  })
})
