import type { Limits } from './limits.ts'

/** A field's names: its property name, and the words that its schema adds. */
export interface FieldNames {
  name: string
  title: string | null
  description: string | null
  /** Labels beside the value, as printed. */
  labels: string[]
}

/** The type of a value. A `decimal` is a number written as text: "1110.50". */
export type FieldType = 'text' | 'decimal' | 'number' | 'integer' | 'flag' | 'date'

export interface ValueField extends FieldNames {
  kind: 'value'
  type: FieldType
  /** The `format` of a text field, such as `email` or `iban`. */
  format: string | null
  limits: Limits
  /** Allowed values. */
  options: (string | number)[] | null
  /** Regular expression that a text value must match. */
  pattern: string | null
}

export interface GroupField extends FieldNames {
  kind: 'group'
  fields: Field[]
}

export interface ListField extends FieldNames {
  kind: 'list'
  limits: Limits
  entry: ValueField | GroupField
}

/** A value, object or list that a client asks for. */
export type Field = ValueField | GroupField | ListField
