import {
  findNitkuFault,
  findNpwpFault,
  normaliseNpwp,
} from '../../../domain/invoice/tax-numbers.ts'
import { goodsCodeNotation } from '../../../domain/values/notations.ts'
import { settingsText } from '../../i18n/settings-text.ts'

/** A company from the directory. */
export interface KnownCompany {
  id: string
  name: string
  tin: string | null
  idtku: string | null
  signer: string | null
  goods: { option: 'A' | 'B'; code: string; unit: string | null } | null
}

/** The text typed in each field. */
export interface CompanyForm {
  name: string
  tin: string
  idtku: string
  signer: string
  goods: string
  unit: string
}

export const emptyCompany: CompanyForm = {
  name: '',
  tin: '',
  idtku: '',
  signer: '',
  goods: '',
  unit: '',
}

export function toCompanyForm({ name, tin, idtku, signer, goods }: KnownCompany): CompanyForm {
  return {
    name,
    tin: tin ?? '',
    idtku: idtku ?? '',
    signer: signer ?? '',
    goods: goods ? `${goods.option}${goods.code}` : '',
    unit: goods?.unit ?? '',
  }
}

const unitPattern = /^UM\.\d{4}$/

/** Returns why each value cannot be saved. */
export function findCompanyFaults(form: CompanyForm): Partial<Record<keyof CompanyForm, string>> {
  const { faults } = settingsText().company
  const tin = normaliseNpwp(form.tin) ?? null
  const npwpFault = findNpwpFault(form.tin)
  const nitkuFault = form.idtku === '' ? undefined : findNitkuFault(form.idtku.trim(), tin)
  const isCode = form.goods === '' || goodsCodeNotation.pattern.test(form.goods.trim())
  const isUnit = form.unit === '' || (unitPattern.test(form.unit.trim()) && form.goods !== '')
  return {
    ...(form.name.trim() === '' && { name: faults.name }),
    ...(npwpFault && { tin: faults[npwpFault] }),
    ...(nitkuFault && { idtku: faults[nitkuFault] }),
    ...(!isCode && { goods: faults.goods }),
    ...(!isUnit && { unit: faults.unit }),
  }
}

/** Builds the directory entry from a valid form. */
export function toParty({ name, tin, idtku, signer, goods, unit }: CompanyForm) {
  const code = goods.trim()
  return {
    name: name.trim(),
    tin: normaliseNpwp(tin) ?? null,
    idtku: idtku.trim() || null,
    signer: signer.trim() || null,
    goods:
      code === ''
        ? null
        : {
            option: code.startsWith('B') ? ('B' as const) : ('A' as const),
            code: code.slice(1),
            unit: unit.trim() || null,
          },
  }
}
