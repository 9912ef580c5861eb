import {
  type Checker,
  type Symbol as TypeSymbol,
  SymbolFlags,
  type Type,
  TypeFlags,
} from 'typescript/unstable/sync'

/** The JavaScript type of a column value. */
export type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'buffer'
  | 'string[]'
  | 'number[]'
  | 'json'
  | 'any'

export interface Property {
  kind: Kind
  is_nullable: boolean
  /** Values in a union of string literals. */
  literals: string[] | undefined
}

export type RowType = Map<string, Property>

/**
 * Returns the properties of a declared row type, or undefined for `unknown`, which means that the caller ignores the
 * rows.
 */
export function readRow(checker: Checker, type: Type): RowType | undefined {
  if (type.flags & (TypeFlags.Unknown | TypeFlags.Any)) return undefined
  const properties = checker.getPropertiesOfType(type)
  return new Map(properties.map((property) => [property.name, readProperty(checker, property)]))
}

function readProperty(checker: Checker, property: TypeSymbol): Property {
  const type = checker.getTypeOfSymbol(property)
  if (!type) throw new Error(`${property.name} has no type`)
  const isOptional = (property.flags & SymbolFlags.Optional) !== 0
  const parts = listMembers(type)
  const isNull = (part: Type) => (part.flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0
  const values = parts.filter((part) => !isNull(part))
  const kinds = new Set(values.map((part) => classify(checker, part)))
  const literals = values.flatMap((part) => (part.isStringLiteralType() ? String(part.value) : []))
  return {
    kind: kinds.size === 1 ? ([...kinds][0] ?? 'any') : 'json',
    is_nullable: isOptional || parts.some(isNull),
    literals: literals.length > 0 && literals.length === values.length ? literals : undefined,
  }
}

function listMembers(type: Type): readonly Type[] {
  return type.isUnionType() ? (type.getTypes() ?? []) : [type]
}

function classify(checker: Checker, type: Type): Kind {
  if (type.flags & (TypeFlags.Unknown | TypeFlags.Any)) return 'any'
  if (type.flags & TypeFlags.StringLike) return 'string'
  if (type.flags & TypeFlags.NumberLike) return 'number'
  if (type.flags & TypeFlags.BooleanLike) return 'boolean'
  if (type.getSymbol()?.name === 'Buffer') return 'buffer'
  if (!checker.isArrayType(type) || !type.isTypeReference()) return 'json'
  const [element] = checker.getTypeArguments(type)
  const kinds = new Set(element ? listMembers(element).map((part) => classify(checker, part)) : [])
  if (kinds.size !== 1) return 'json'
  return kinds.has('string') ? 'string[]' : kinds.has('number') ? 'number[]' : 'json'
}
