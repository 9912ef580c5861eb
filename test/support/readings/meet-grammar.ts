import { createGrammar } from '../../../src/extraction/heat-sheet/grammar/grammar.ts'
import {
  loadMeetPlaces,
  loadMeetVocabulary,
} from '../../../src/extraction/mapping/load-vocabulary.ts'

/** The grammar with the built-in words of all languages. */
export const meetGrammar = createGrammar(
  loadMeetVocabulary('mappings/meet-vocabulary'),
  loadMeetPlaces('directory/time-zones.yaml'),
)
