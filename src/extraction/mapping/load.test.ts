import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { loadMappings, parseMapping } from './load.ts'

const good = `name: letter_v1
title: A letter
description: Reads letters.
reader: text
outputs: [txt]
`

function refusal(yaml: string, file = 'letter_v1.yaml'): AppError {
  try {
    parseMapping(yaml, file)
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown
    throw thrown
  }
  throw new Error('It was accepted.')
}

describe('parseMapping', () => {
  it('reads a mapping', () => {
    expect(parseMapping(good, '/somewhere/letter_v1.yaml')).toEqual({
      name: 'letter_v1',
      title: 'A letter',
      description: 'Reads letters.',
      reader: 'text',
      params: [],
      outputs: ['txt'],
    })
  })

  it.each([
    ['no YAML', 'name: [\n', /^letter_v1\.yaml, line \d: Flow sequence/],
    ['an empty file', '', /^letter_v1\.yaml, line 1: .*expected object/],
    [
      'a missing key',
      good.replace(/description.*\n/, ''),
      /line 1: description: .*expected string/,
    ],
    ['a wrong value', good.replace('[txt]', '[txt, doc]'), /line 5: outputs\.1: .*"json"\|"txt"/],
    ['an unknown key', `${good}colour: blue\n`, /line 6: Unrecognized key: "colour"/],
    ['a key twice', `${good}title: Again\n`, /line 6: Map keys must be unique/],
    ['an alias', good.replace('A letter', '*other'), /line 2: .*\*other/],
  ])('says in which line of which file there is %s', (_what, yaml, message) => {
    expect(refusal(yaml)).toMatchObject({ code: 'BAD_SETTING', message })
  })

  it('names everything that is wrong at once', () => {
    const yaml = good.replace('reader: text', 'reader: mind').replace('letter_v1', 'Letter')
    expect(refusal(yaml).message.split('\n')).toEqual([
      'letter_v1.yaml, line 1: name: must look like my_layout_v1',
      'letter_v1.yaml, line 4: reader: Invalid input: expected "text"',
    ])
  })

  it('wants the file to be called like the mapping', () => {
    expect(refusal(good, 'folder/brief_v1.yaml').message).toBe(
      'folder/brief_v1.yaml, line 1: the file of this mapping must be called letter_v1.yaml',
    )
  })
})

describe('loadMappings', () => {
  function folderOf(files: Record<string, string>): string {
    const folder = mkdtempSync(path.join(tmpdir(), 'docket-mappings-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text)
    return folder
  }

  it('loads the mappings of a folder in the order of their names, and nothing else', () => {
    const folder = folderOf({
      'note_v1.yaml': good.replace('letter_v1', 'note_v1'),
      'README.md': 'Mappings',
      'letter_v1.yaml': good,
    })
    expect([...loadMappings(folder).keys()]).toEqual(['letter_v1', 'note_v1'])
  })

  it('names the file of the folder that is wrong', () => {
    const folder = folderOf({ 'letter_v1.yaml': 'name: letter_v1\n' })
    expect(() => loadMappings(folder)).toThrow(path.join(folder, 'letter_v1.yaml, line 1'))
  })

  it('loads the mappings that come with Docket', () => {
    expect(loadMappings('mappings').get('document_text_v1')).toMatchObject({ reader: 'text' })
  })

  it('says which folder is missing', () => {
    expect(() => loadMappings('/nowhere/at/all')).toThrow('/nowhere/at/all')
  })
})
