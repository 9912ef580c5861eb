import type { MeetPlaces } from '../../../domain/heat-sheet/meet-places.ts'
import type { MeetVocabulary } from '../../../domain/heat-sheet/meet-vocabulary.ts'
import { type CountGrammar, createCountGrammar } from './counts.ts'
import { createDateGrammar, type DateGrammar } from './dates.ts'
import { createPageGrammar, type PageGrammar } from './page-titles.ts'
import { createPlaceGrammar, type PlaceGrammar } from './places.ts'
import { createRowGrammar, type RowGrammar } from './rows.ts'
import { createTableGrammar, type TableGrammar } from './table-header.ts'
import { createTitleGrammar, type TitleGrammar } from './titles.ts'

/**
 * Recognises the parts of a heat sheet by their structure. Only the words come from the vocabulary. The recogniser and
 * the reader use the same grammar, so every sheet that is recognised can be read.
 */
export interface MeetGrammar
  extends TitleGrammar,
    TableGrammar,
    DateGrammar,
    CountGrammar,
    PageGrammar,
    PlaceGrammar,
    RowGrammar {
  vocabulary: MeetVocabulary
  places: MeetPlaces
}

export function createGrammar(vocabulary: MeetVocabulary, places: MeetPlaces): MeetGrammar {
  return {
    ...createTitleGrammar(vocabulary),
    ...createTableGrammar(vocabulary),
    ...createDateGrammar(vocabulary),
    ...createCountGrammar(vocabulary),
    ...createPageGrammar(vocabulary),
    ...createPlaceGrammar(places),
    ...createRowGrammar(vocabulary),
    vocabulary,
    places,
  }
}
