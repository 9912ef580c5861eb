import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { attackDefects } from '../../chaos/attack/defects.ts'
import { failoverDefects } from '../../chaos/failover/defects.ts'

/** Reads the source of a built file. The build removes types and adds semicolons, but does not change statements. */
function readSource(file: string): string {
  return readFileSync(file.replace(/^dist\//, 'src/').replace(/\.js$/, '.ts'), 'utf8')
}

it.each([...attackDefects, ...failoverDefects])(
  'the defect "$name" replaces text that exists',
  ({ changes }) => {
    const stale = changes.filter(
      ({ file, from }) => !readSource(file).includes(String(from).replace(/;$/, '')),
    )
    expect(stale).toEqual([])
  },
)
