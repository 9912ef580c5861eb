import type { Field, FieldNames, GroupField, ValueField } from '../../domain/fields/field.ts'
import { compileMapping } from '../../domain/fields/request.ts'
import type { FieldsMapping, Mapping } from '../../domain/mapping/mapping.ts'
import type { Page } from '../../domain/reading/reading.ts'

/** Labels learned from one sender's approved documents, keyed by field path. */
export type LearnedLabels = ReadonlyMap<string, readonly string[]>

/** A field that has a value and is not in a list, with the objects that contain it. */
export interface PlacedField {
  path: string
  field: ValueField
  groups: FieldNames[]
}

/** Returns the labels of the most specific layout that matches this document. */
export function findLearnedLabels(
  mappings: ReadonlyMap<string, Mapping>,
  pages: Page[],
  occursIn: (pages: Page[], part: string) => boolean,
): LearnedLabels {
  const [layout] = [...mappings.values()]
    .filter((mapping) => mapping.reader === 'fields')
    .filter(({ match = [] }) => match.length > 0 && match.every((part) => occursIn(pages, part)))
    .toSorted((a, b) => (b.match?.length ?? 0) - (a.match?.length ?? 0))
  return layout ? listLabels(layout) : new Map()
}

function listLabels(layout: FieldsMapping): LearnedLabels {
  const compiled = compileMapping(layout)
  if (!compiled || 'faults' in compiled) return new Map()
  return new Map(listValues(compiled.root).map(({ path, field }) => [path, field.labels]))
}

/** Lists an object's values. Omits tables, whose cells have headers instead of labels. */
export function listValues(group: GroupField, groups: readonly FieldNames[] = []): PlacedField[] {
  return group.fields.flatMap((field: Field) => {
    if (field.kind === 'group') return listValues(field, [...groups, field])
    return field.kind === 'value'
      ? [{ path: toFieldPath(field, groups), field, groups: [...groups] }]
      : []
  })
}

export function toFieldPath(field: FieldNames, groups: readonly FieldNames[]): string {
  return [...groups, field].map(({ name }) => name).join('.')
}
