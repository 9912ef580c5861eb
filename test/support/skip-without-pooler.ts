import { beforeEach } from 'vitest'
import { noPooler } from './pooler.ts'

beforeEach(({ skip }) => skip(noPooler !== undefined, noPooler))
