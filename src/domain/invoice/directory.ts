import { z } from 'zod'
import { encodeFault, type CodedFault } from '../messages/fault-codes.ts'
import { luxuryRateNotation } from '../values/notations.ts'
import { Timestamp } from '../values/timestamp.ts'
import { isCountryCode } from './country-codes.ts'
import { partyPaths } from './party-paths.ts'
import { findNitkuFault, findNpwpFault, isNik, normaliseNpwp } from './tax-numbers.ts'

const Name = z.string().trim().min(1)
const Names = z.array(Name).max(1000).default([])
const digits = (count: number, clean = (text: string) => text) =>
  z
    .string(encodeFault('digits_in_quotes', { count }))
    .overwrite(clean)
    .regex(new RegExp(`^\\d{${count}}$`), encodeFault('digits', { count }))

export const TransactionCode = z.enum(['01', '02', '03', '04', '05', '06', '07', '08', '09', '10'])
export type TransactionCode = z.infer<typeof TransactionCode>

/** Creates a schema for codes in the tax office's facility lists: a prefix and two digits. */
function createFacilityCode(prefix: 'TD.005' | 'TD.011') {
  const pattern = new RegExp(`^${prefix.replace('.', '\\.')}\\d\\d$`)
  return z.string().regex(pattern, encodeFault('looks_like', { example: `${prefix}01` }))
}

const UnitCode = z.string().regex(/^UM\.\d{4}$/, encodeFault('looks_like', { example: 'UM.0021' }))

/** A for goods, B for services. */
const GoodsOption = z.enum(['A', 'B'])
export type GoodsOption = z.infer<typeof GoodsOption>
const GoodsCode = digits(6)

/** A company that sells or buys, with the data that the tax office requires. */
export const Party = z
  .strictObject({
    name: Name,
    /** Other names printed on invoices. */
    aliases: Names,
    /** Customer numbers assigned by sellers. Two sellers may assign the same number to different buyers. */
    codes: z
      .array(z.strictObject({ seller: Name, code: Name }))
      .max(1000)
      .default([]),
    document: z.enum(['TIN', 'National ID', 'Passport', 'Other ID']).default('TIN'),
    /** NPWP. Converts old numbers with 15 digits, and numbers with dots. */
    tin: digits(16, (tin) => normaliseNpwp(tin) ?? tin)
      .refine((tin) => findNpwpFault(tin) !== 'npwp_zero', encodeFault('npwp_zero', {}))
      .nullable()
      .default(null),
    /** Place of business (NITKU): 22 digits. Defaults to the head office, which is the NPWP and six zeros. */
    idtku: digits(22).nullable().default(null),
    document_number: Name.nullable().default(null),
    country: z.string().refine(isCountryCode, encodeFault('not_country_code', {})).default('IDN'),
    address: Name.nullable().default(null),
    email: z.email().nullable().default(null),
    /** Who signs this seller's invoices in Coretax. Shown before an export. The file has no field for it. */
    signer: Name.nullable().default(null),
    /** Transaction code for sales to this buyer, if unusual. Codes 07 and 08 also require the next two fields. */
    transaction_code: TransactionCode.nullable().default(null),
    add_info: createFacilityCode('TD.005').nullable().default(null),
    facility_stamp: createFacilityCode('TD.011').nullable().default(null),
    /** Goods code for this seller's lines, if the goods table has none. */
    goods: z
      .strictObject({
        option: GoodsOption,
        code: GoodsCode,
        unit: UnitCode.nullable().default(null),
      })
      .nullable()
      .default(null),
  })
  .check(({ value, issues }) => {
    for (const [path, message] of listPartyFaults(value)) {
      issues.push({ code: 'custom', input: value, path: [path], message })
    }
  })
export type Party = z.infer<typeof Party>

type PartyNumbers = Pick<
  z.infer<typeof Party>,
  'document' | 'tin' | 'idtku' | 'document_number' | 'add_info' | 'facility_stamp'
>

/** Lists contradictions between a company's numbers. */
function listPartyFaults(party: PartyNumbers): [path: string, message: CodedFault][] {
  const { document, tin, idtku, document_number, add_info, facility_stamp } = party
  const [path, needed] = document === 'TIN' ? ['tin', tin] : ['document_number', document_number]
  const isOtherPlace = idtku !== null && findNitkuFault(idtku, tin) !== undefined
  const isNotNik = document === 'National ID' && document_number !== null && !isNik(document_number)
  const isUnpaired = add_info && facility_stamp && add_info.slice(-2) !== facility_stamp.slice(-2)
  return [
    ...(needed === null ? [fault(path, encodeFault('document_id_missing', { document }))] : []),
    ...(isOtherPlace ? [fault('idtku', encodeFault('nitku_not_of_npwp', {}))] : []),
    ...(isNotNik ? [fault('document_number', encodeFault('not_nik', {}))] : []),
    ...(isUnpaired ? [fault('facility_stamp', encodeFault('facility_codes_differ', {}))] : []),
  ]
}

function fault(path: string, message: CodedFault): [path: string, message: CodedFault] {
  return [path, message]
}

/** A tax office unit of measure, with its spellings on invoices. */
export const Unit = z.strictObject({
  code: UnitCode,
  name: Name,
  aliases: Names,
})
export type Unit = z.infer<typeof Unit>

/** A goods or services code, and the invoice lines it matches. */
export const Goods = z.strictObject({
  code: GoodsCode,
  option: GoodsOption,
  unit: UnitCode.nullable().default(null),
  skus: Names,
  hs_codes: Names,
  descriptions: Names,
  /** PPnBM in percent, for luxury goods. */
  luxury_rate: z
    .string()
    .regex(luxuryRateNotation.pattern, encodeFault(luxuryRateNotation.fault, {}))
    .nullable()
    .default(null),
})
export type Goods = z.infer<typeof Goods>

/**
 * Fields that the API adds to an entry. Built-in entries cannot be deleted. Changing one creates an owner entry that
 * replaces it.
 */
const entryFacts = {
  id: z.string(),
  origin: z.enum(['own', 'built_in']),
  updated_at: Timestamp.nullable(),
}
export const PartyEntry = z.object({ ...entryFacts, ...Party.shape }).meta({ id: 'Party' })
export const UnitEntry = z.object({ ...entryFacts, ...Unit.shape }).meta({ id: 'Unit' })
export const GoodsEntry = z.object({ ...entryFacts, ...Goods.shape }).meta({ id: 'Goods' })

/** Fields whose corrections Docket learns. */
export const LearnedCorrectionPath = z.enum([...partyPaths, 'lines.unit', 'lines.goods_code'])
export type LearnedCorrectionPath = z.infer<typeof LearnedCorrectionPath>

/** A user's correction, which Docket applies to later documents with the same text. */
export const LearnedCorrectionEntry = z
  .object({
    id: z.uuid(),
    path: LearnedCorrectionPath,
    about: z.string().describe('Normalised key of the company, unit or SKU.'),
    printed: z.string(),
    value: z.string(),
    job_id: z.uuid().nullable().describe('The corrected job.'),
    is_disputed: z.boolean().describe('Not applied, because two corrections conflict.'),
    learned_at: Timestamp,
  })
  .meta({ id: 'LearnedCorrection' })
export type LearnedCorrectionEntry = z.infer<typeof LearnedCorrectionEntry>
export type LearnedCorrection = Pick<LearnedCorrectionEntry, 'path' | 'about' | 'printed' | 'value'>
