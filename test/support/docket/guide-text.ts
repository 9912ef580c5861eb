import { readFileSync } from 'node:fs'

export interface CodeBlock {
  language: string
  text: string
  /** The heading above the code block. */
  section: string
}

/** Returns the code blocks in docs/mappings.md, in order. */
export function readGuideCode(): CodeBlock[] {
  return readCode('docs/mappings.md')
}

/** Returns the code blocks on a page, in order, so that tests can run them. */
export function readCode(page: string): CodeBlock[] {
  const guide = readFileSync(page, 'utf8')
  const blocks: CodeBlock[] = []
  let section = ''
  for (const { groups } of guide.matchAll(
    /^#+ (?<heading>.+)$|^```(?<language>\w*)\n(?<text>[^]*?)^```$/gm,
  )) {
    if (groups?.['heading'] !== undefined) section = groups['heading']
    else
      blocks.push({ language: groups?.['language'] ?? '', text: groups?.['text'] ?? '', section })
  }
  return blocks
}

/** Returns the complete mapping that the guide builds. */
export function readGuideMapping(): { file: string; yaml: string } {
  const yaml = readGuideCode().find(({ language }) => language === 'yaml')?.text ?? ''
  const name = /^name: (\w+)/.exec(yaml)?.[1]
  return { file: `${name}.yaml`, yaml }
}
