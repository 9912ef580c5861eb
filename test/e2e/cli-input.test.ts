import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { Documents, Failure } from '../../src/cli/io/shapes.ts'
import { samplePdf, textPdf } from '../fixtures/pdfs.ts'
import { heicHead, jpegImage, pngImage, twoPageTiff } from '../fixtures/images.ts'
import { docket, temporaryFolder } from '../support/processes/command.ts'
import { fileServerForTest } from '../support/servers/file-server.ts'

let first: Uint8Array
let second: Uint8Array
beforeAll(async () => {
  first = await textPdf({ text: 'First' })
  second = await textPdf({ text: 'Second' })
})

/** Creates a folder that contains two documents with the same name. */
async function stage() {
  const cwd = await temporaryFolder()
  await mkdir(path.join(cwd, 'one/deep'), { recursive: true })
  await mkdir(path.join(cwd, 'two'))
  await writeFile(path.join(cwd, 'one/deep/invoice.pdf'), first)
  await writeFile(path.join(cwd, 'two/invoice.pdf'), second)
  const extract = (...args: string[]) => docket(['extract', ...args], { cwd })
  const read = (file: string) => readFile(path.join(cwd, file), 'utf8')
  return { cwd, extract, read }
}

const text = ['--format', 'txt']

describe('docket', () => {
  it.each([['--version'], ['-V'], ['version']])('prints its version for %s', async (argument) => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
    expect(await docket([argument])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })
})

describe('docket extract', () => {
  it.each(['-', '/dev/stdin'])('reads a PDF from standard input as %s', async (name) => {
    const cwd = await temporaryFolder()
    const piped = await docket(['extract', name, ...text], { cwd, input: first })
    expect(piped).toMatchObject({ code: 0, stdout: 'Page 1\nFirst\n' })
    const saved = await docket(['extract', name, '-o', 'out', ...text], { cwd, input: first })
    expect([saved.code, saved.stdout]).toEqual([0, 'out/stdin.txt\n'])
  })

  it('reports standard input that is not a PDF, is empty, or is read twice', async () => {
    const extract = (input: string, ...names: string[]) =>
      docket(['extract', ...names], { input: Buffer.from(input) })
    expect((await extract('<html>', '-')).stderr).toMatch(/^-: .* \(NOT_PDF\)\n$/)
    expect((await extract('', '-')).stderr).toMatch(/^-: .* \(EMPTY_FILE\)\n$/)
    expect(await extract('', '-', '/dev/stdin')).toMatchObject({
      code: 2,
      stderr: 'docket: Standard input can be read only once: pass - once.\n',
    })
  })

  it('reads pictures, also in folders and from standard input', async () => {
    const { cwd, extract } = await stage()
    await mkdir(path.join(cwd, 'photos'))
    await writeFile(path.join(cwd, 'photos/a.JPG'), jpegImage)
    await writeFile(path.join(cwd, 'photos/b.tif'), twoPageTiff)
    await writeFile(path.join(cwd, 'photos/c.heic'), heicHead)
    const folder = await extract('photos', '--json')
    const { documents } = Documents.parse(JSON.parse(folder.stdout))
    // Both files were opened, but contain no text.
    expect(documents.map(({ source, error }) => [source, error?.code])).toEqual([
      ['photos/a.JPG', 'NO_TEXT'],
      ['photos/b.tif', 'NO_TEXT'],
    ])
    expect((await extract('photos/c.heic')).stderr).toMatch(/HEIC.*\(NOT_PDF\)\n$/)
    const piped = await docket(['extract', '-'], { cwd, input: pngImage({ width: 30_000 }) })
    expect(piped.stderr).toMatch(/30,000 × 16 pixels.*\(BAD_IMAGE\)\n$/)
  })

  it('reads a named pipe', async () => {
    const { cwd, extract } = await stage()
    execFileSync('mkfifo', [path.join(cwd, 'pipe')])
    const [result] = await Promise.all([
      extract('pipe', ...text),
      writeFile(path.join(cwd, 'pipe'), first),
    ])
    expect(result.stdout).toBe('Page 1\nFirst\n')
  })

  it('reads all PDFs in a folder and its subfolders', async () => {
    const { cwd, extract, read } = await stage()
    await writeFile(path.join(cwd, 'one/notes.txt'), 'not a PDF')
    await writeFile(path.join(cwd, 'one/.hidden.pdf'), first)
    const result = await extract('.', '-o', 'out', ...text)
    expect([result.code, result.stdout]).toEqual([0, 'out/invoice.txt\nout/invoice-2.txt\n'])
    expect(await read('out/invoice.txt')).toContain('First')
    expect(await read('out/invoice-2.txt')).toContain('Second')
  })

  it('expands patterns that the shell did not', async () => {
    const { extract } = await stage()
    const names = async (pattern: string) => {
      const { stdout } = await extract(pattern, '--json')
      return Documents.parse(JSON.parse(stdout)).documents.map(({ source }) => source)
    }
    expect(await names('*/invoice.pdf')).toEqual(['two/invoice.pdf'])
    expect(await names('**/*.pdf')).toEqual(['one/deep/invoice.pdf', 'two/invoice.pdf'])
    expect(await names('{one/deep,two}/inv[a-o]ice.p?f')).toHaveLength(2)
  })

  it('downloads a URL', async () => {
    const { extract } = await stage()
    const site = await fileServerForTest((request, response) => {
      if (request.url === '/my%20bill.pdf') response.end(first)
      else response.writeHead(404).end()
    })
    const result = await extract(`${site.url}/my%20bill.pdf`, '-o', 'out/', ...text)
    expect([result.code, result.stdout]).toEqual([0, 'out/my bill.txt\n'])
    const missing = await extract(`${site.url}/none.pdf`)
    expect([missing.code, missing.stderr]).toEqual([
      1,
      expect.stringMatching(/none\.pdf: .*404.* \(FETCH_REFUSED\)\n$/),
    ])
  })

  it.each([
    [['empty'], 'There is no PDF or image in the folder empty.'],
    [['*.docx'], 'No file matches "*.docx".'],
    [['a.pdf', 'b.pdf', '-o', 'one.json'], 'pass a folder, such as -o one/'],
    [['a.pdf', '-o', 'a.docx'], 'No format has the extension ".docx". Use one of json, txt,'],
    [['a.pdf', '-o', '-', '--json'], '-o - and --json both write to standard output: remove one.'],
    [['a.pdf', '--jobs', '0'], 'Use a whole number from 1 to 64.'],
  ])('exits with 2 and one sentence for %j', async (args, sentence) => {
    const { cwd, extract } = await stage()
    await mkdir(path.join(cwd, 'empty'))
    const result = await extract(...args)
    expect([result.code, result.stdout.includes('documents')]).toEqual([2, false])
    expect(result.stderr).toContain(sentence)
  })

  it('writes to a file, to a folder or to standard output', async () => {
    const { cwd, extract, read } = await stage()
    const source = 'two/invoice.pdf'
    expect(await extract(source, '-o', 'new/one.txt')).toMatchObject({ code: 0, stdout: '' })
    expect(await read('new/one.txt')).toContain('Second')
    expect((await extract(source, '-o', '-', ...text)).stdout).toBe('Page 1\nSecond\n')
    expect((await extract(source, '-o', 'v1.2/', ...text)).stdout).toBe('v1.2/invoice.txt\n')
    expect((await readdir(cwd)).sort()).toEqual(['new', 'one', 'two', 'v1.2'])
  })

  it('prints several results under their names', async () => {
    const { extract } = await stage()
    const { stdout } = await extract('one/deep/invoice.pdf', 'two/invoice.pdf', ...text)
    expect(stdout).toBe(
      '==> one/deep/invoice.pdf <==\nPage 1\nFirst\n\n==> two/invoice.pdf <==\nPage 1\nSecond\n\n',
    )
  })

  it('never overwrites the result of another document, in one run or in several', async () => {
    const { extract, read } = await stage()
    const run = async (source: string, ...args: string[]) =>
      (await extract(source, '-o', 'out', ...text, ...args)).stdout
    expect(await run('one/deep/invoice.pdf')).toBe('out/invoice.txt\n')
    expect(await run('two/invoice.pdf')).toBe('out/invoice-2.txt\n')
    // Reading the same document again gives the same result.
    expect(await run('one/deep/invoice.pdf')).toBe('out/invoice.txt\n')
    expect(await read('out/invoice.txt')).toContain('First')
    expect(await run('two/invoice.pdf', '--overwrite')).toBe('out/invoice.txt\n')
    expect(await read('out/invoice.txt')).toContain('Second')
  })

  it('exits with 3 if a document needs review, and with 1 if another failed', async () => {
    const { cwd, extract } = await stage()
    await writeFile(path.join(cwd, 'bill.pdf'), await samplePdf())
    const review = await extract('bill.pdf', '--quiet')
    expect([review.code, review.stderr]).toEqual([3, ''])
    expect((await extract('bill.pdf', 'none.pdf', '--quiet')).code).toBe(1)
    expect((await extract('two/invoice.pdf')).code).toBe(0)
  })

  it('prints one JSON document with --json, also for failures', async () => {
    const { cwd, extract } = await stage()
    await writeFile(path.join(cwd, 'bill.pdf'), await samplePdf())
    const result = await extract('bill.pdf', 'none.pdf', '--json')
    const { documents } = Documents.parse(JSON.parse(result.stdout))
    expect(documents).toMatchObject([
      { source: 'bill.pdf', status: 'complete', needs_review: true, format: 'json', file: null },
      { source: 'none.pdf', status: 'failed', error: { code: 'NOT_FOUND' } },
    ])
    expect(documents[0]?.content).toMatchObject({ number: 'LC-2026-0042' })
    expect(documents[0]?.review_reasons[0]?.message).toContain('NPWP')
    const saved = await extract('bill.pdf', '-o', 'out', '--format', 'csv', '--json')
    expect(JSON.parse(saved.stdout)).toMatchObject({
      documents: [{ file: 'out/bill.csv', format: 'csv' }],
    })
    const usage = await extract('bill.pdf', '--mapping', 'none_v1', '--json')
    expect(usage.code).toBe(2)
    expect(Failure.parse(JSON.parse(usage.stdout)).error.code).toBe('USAGE')
    const unknown = await extract('bill.pdf', '--colour', '--json')
    expect([unknown.code, JSON.parse(unknown.stdout)]).toEqual([
      2,
      { error: { code: 'USAGE', message: "unknown option '--colour'" } },
    ])
  })
})
