import { readFileSync } from 'node:fs'

export interface CodeBlock {
  language: string
  text: string
  /** The heading that it stands under. */
  section: string
}

/** The code of docs/mappings.md in its order. */
export function codeInGuide(): CodeBlock[] {
  return codeIn('docs/mappings.md')
}

/** The code of a page in its order, so that tests can run what the page shows. */
export function codeIn(page: string): CodeBlock[] {
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

/** The mapping that the guide builds up, whole. */
export function mappingOfGuide(): { file: string; yaml: string } {
  const yaml = codeInGuide().find(({ language }) => language === 'yaml')?.text ?? ''
  const name = /^name: (\w+)/.exec(yaml)?.[1]
  return { file: `${name}.yaml`, yaml }
}
