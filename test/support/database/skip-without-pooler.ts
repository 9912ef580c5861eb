import { beforeEach } from 'vitest'
import { poolerSkipReason } from './pooler.ts'

beforeEach(({ skip }) => skip(poolerSkipReason !== undefined, poolerSkipReason))
