import { expect, it } from 'vitest'
import { createDetail } from '../i18n/problem-detail.ts'
import { AppError, StartupError } from './app-error.ts'
import { toProblemFields } from './problem-fields.ts'

it('renders a problem from its code and params', () => {
  expect(toProblemFields(new AppError('NOT_FOUND', createDetail('job_not_found', {})))).toEqual({
    type: '/problems/NOT_FOUND',
    code: 'NOT_FOUND',
    reason: 'job_not_found',
    params: {},
    detail: 'Job not found. It may have been deleted.',
  })
})

it('omits text meant for the administrator', () => {
  const error = new StartupError('BAD_SETTING', 'The file /etc/docket/units.yaml cannot be read.')
  expect(error.message).toContain('units.yaml')
  expect(toProblemFields(error)).toEqual({
    type: '/problems/BAD_SETTING',
    code: 'BAD_SETTING',
    detail: 'A setting is not valid.',
  })
})
