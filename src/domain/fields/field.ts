import type { Limits } from './limits.ts'

/** A field's property name, and the other names in its schema. */
export interface FieldNames {
  name: string
  title: string | null
  description: string | null
  /** Labels printed beside the value. */
  labels: string[]
}

/** Type of a value. A `decimal` is a number in a string: "1110.50". */
export type FieldType = 'text' | 'decimal' | 'number' | 'integer' | 'flag' | 'date'

export interface ValueField extends FieldNames {
  kind: 'value'
  type: FieldType
  /** The schema's `format`, such as `email` or `iban`. */
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

/** A value, object or list that a client requests. */
export type Field = ValueField | GroupField | ListField
