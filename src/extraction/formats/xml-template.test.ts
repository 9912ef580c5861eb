import { describe, expect, it } from 'vitest'
import { fillTemplate, parseTemplate } from './xml-template.ts'
import { writeXml } from './write-xml.ts'

const data = {
  number: 'A-1',
  note: null,
  lines: [
    { name: 'One', amount: '1.50' },
    { name: 'Two', amount: '2' },
  ],
}

function write(yaml: string): string[] {
  const xml = writeXml(fillTemplate(parseTemplate(yaml, 'output.yaml'), data))
  return xml.split('\n').slice(1, -1)
}

describe('XML template', () => {
  it('writes text, formulas, empty elements and attributes in order', () => {
    const yaml = `
Root:
  '@version': '2.1'
  Kind: Normal
  Note: =note
  Nothing:
  Number: { '@of': =number, $text: = number }
`
    expect(write(yaml)).toEqual([
      '<Root version="2.1">',
      '  <Kind>Normal</Kind>',
      '  <Note/>',
      '  <Nothing/>',
      '  <Number of="A-1">A-1</Number>',
      '</Root>',
    ])
  })

  it('repeats an element for each item, whose names shadow outer names', () => {
    const yaml = `
Root:
  Line:
    $each: =lines
    Id: =position
    Name: =name
    Of: =number
`
    expect(write(yaml).filter((line) => line.includes('<Id>') || line.includes('<Of>'))).toEqual([
      '    <Id>1</Id>',
      '    <Of>A-1</Of>',
      '    <Id>2</Id>',
      '    <Of>A-1</Of>',
    ])
  })

  it('exposes preceding rounded elements to formulas', () => {
    const yaml = 'Root: { Base: "=round(10 / 3, 2)", Inner: { Tax: "=Base * 3" } }'
    expect(write(yaml)).toContain('    <Tax>9.99</Tax>')
  })

  it('omits elements whose condition is false, even in a loop', () => {
    const yaml = `
Root:
  Note: { $when: =note, $text: =note }
  Number: { $when: =number, $text: =number }
  Line: { $each: =lines, $when: "=name == 'Two'", Name: =name }
`
    expect(write(yaml)).toEqual([
      '<Root>',
      '  <Number>A-1</Number>',
      '  <Line>',
      '    <Name>Two</Name>',
      '  </Line>',
      '</Root>',
    ])
  })

  it.each([
    ['a formula', 'Root:\n  A: =1 +', 'output.yaml, line 2: Root.A: The formula "1 +" is wrong'],
    ['a name', 'Root:\n  A B: x', 'output.yaml, line 2: Root.A B: '],
    [
      'a number without quotes',
      'Root:\n  A: 04',
      "output.yaml, line 2: Root.A: write '4' in quotes",
    ],
    ['two roots', 'A: x\nB: y', 'output.yaml, line 1: must hold one element, the root'],
    ['no root', '{}', 'must hold one element, the root'],
  ])('rejects an error in %s and reports file, line and reason', (_what, yaml, message) => {
    expect(() => parseTemplate(yaml, 'output.yaml')).toThrow(message)
  })
})

describe('writeXml', () => {
  it('escapes markup, drops forbidden characters and keeps text on one line', () => {
    const text = ' a < b & "c"\n]]>\u0000\u000b\ud800 d '
    const element = { name: 'A', attributes: [['of', text]] as [string, string][], content: text }
    expect(writeXml(element).split('\n')[1]).toBe(
      '<A of="a &lt; b &amp; &quot;c&quot; ]]&gt;\ufffd d">a &lt; b &amp; "c" ]]&gt;\ufffd d</A>',
    )
  })
})
