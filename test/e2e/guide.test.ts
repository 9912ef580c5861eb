import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { parseMapping } from '../../src/extraction/mapping/load.ts'
import { readInvoice } from '../../src/extraction/layout/read-invoice.ts'
import { drawnPages } from '../fixtures/drawn-page.ts'
import { guidePdf } from '../fixtures/guide.ts'
import { docket, temporaryFolder } from '../support/processes/command.ts'
import { type CodeBlock, readGuideCode, readGuideMapping } from '../support/docket/guide-text.ts'

const findBlocks = (section: RegExp) =>
  readGuideCode().filter((block) => section.test(block.section))

/** Creates a folder with the invoice of the guide and its mapping or the given one. */
async function createGuideFolder(yaml = readGuideMapping().yaml): Promise<string> {
  const folder = await temporaryFolder()
  await writeFile(path.join(folder, 'invoice.pdf'), await guidePdf())
  await writeFile(path.join(folder, readGuideMapping().file), yaml)
  return folder
}

/** Splits the blocks into groups of `size`. */
function groups(blocks: CodeBlock[], size: number): CodeBlock[][] {
  return Array.from({ length: blocks.length / size }, (_, index) =>
    blocks.slice(index * size, (index + 1) * size),
  )
}

describe('the mapping guide', () => {
  it('needs at most 30 lines for its layout', () => {
    expect(readGuideMapping().yaml.trimEnd().split('\n').length).toBeLessThanOrEqual(30)
  })

  it("shows its command's output", async () => {
    const [command, output] = findBlocks(/^5\./)
    const args = command?.text.trim().split(' ').slice(1) ?? []
    const result = await docket(args, { cwd: await createGuideFolder() })
    expect([result.code, result.stderr]).toEqual([0, ''])
    expect(result.stdout).toBe(output?.text)
  })

  it.each(groups(findBlocks(/^Troubleshooting$/), 2))(
    'shows the message for: $text',
    async (change, output) => {
      const [, old = '', replacement = ''] = /^-(.*)\n\+(.*)\n$/.exec(change.text) ?? []
      const { yaml, file } = readGuideMapping()
      expect(yaml).toContain(old)
      const cwd = await createGuideFolder(yaml.replace(old, () => replacement))
      const result = await docket(['mappings', 'check', file, 'invoice.pdf'], { cwd })
      expect(result.code).toBe(1)
      expect(result.stdout).toContain(output?.text.trim())
    },
  )
})

describe('an example in the guide', () => {
  const examples = findBlocks(/^(Cells|Multi-value|Untaxed|Ignored|Ambiguous) /)

  it('exists for each advanced feature', () => {
    expect(examples.map(({ language }) => language)).toEqual(
      Array.from({ length: 5 }, () => ['yaml', 'text', 'json']).flat(),
    )
  })

  it.each(groups(examples, 3))('reads the stated values: $section', (part, page, result) => {
    const rest = { title: 'T', description: 'D', reader: 'invoice', outputs: ['json'] }
    const exampleMapping = {
      name: 'example_v1',
      ...rest,
      match: ['x'],
      fields: {},
      ...parse(part.text),
    }
    const mapping = parseMapping(stringify(exampleMapping), 'example_v1.yaml')
    if (mapping.reader !== 'invoice') throw new Error('Not an invoice mapping')
    const reading = readInvoice(drawnPages(page?.text ?? ''), mapping)
    const expected = JSON.parse(result?.text ?? '')
    expect(reading).toMatchObject(expected)
    expect(reading.lines).toHaveLength(expected.lines.length)
  })
})
