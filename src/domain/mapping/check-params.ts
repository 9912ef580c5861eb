import { AppError } from '../errors/app-error.ts'
import { createDetail } from '../i18n/problem-detail.ts'
import type { BaseMapping, Params } from './mapping.ts'
import { isValidParam } from './param-kinds.ts'

/** Rejects parameters that are unknown, invalid or missing for the mapping. */
export function checkParams(mapping: BaseMapping, params: Params): void {
  const known = mapping.params.map((param) => param.name)
  const unknown = Object.keys(params).filter((name) => !known.includes(name))
  const missing = mapping.params.filter((param) => param.required && !params[param.name])
  if (unknown.length > 0) {
    const given = { mapping: mapping.name, known, given: unknown }
    throw new AppError('INVALID_REQUEST', createDetail('params_not_taken', given))
  }
  if (missing.length > 0) {
    const names = missing.map((param) => param.name)
    throw new AppError(
      'INVALID_REQUEST',
      createDetail('params_missing', { mapping: mapping.name, names }),
    )
  }
  for (const { name, kind } of mapping.params) {
    const value = params[name] ?? ''
    if (value === '' || isValidParam(kind, value)) continue
    throw new AppError('INVALID_REQUEST', createDetail('param_invalid', { name, kind, value }))
  }
}
