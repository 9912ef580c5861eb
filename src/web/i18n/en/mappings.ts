import { formatCount } from '../locale/locale.ts'
import { count } from './count.ts'

/** The sentences about mappings and what they find in a document. */
export const mappingWords = {
  title: 'Mappings',
  heading: 'Mappings',
  lead: 'A mapping says how a kind of document is read: which words stand beside its values. Open one, try it with a PDF, change it and see what changes.',
  list: 'Mappings',
  notLoaded: 'The mappings could not be loaded',
  notLoadedOne: 'This mapping could not be loaded',
  draft: 'Draft',
  draftHint: 'Saved here; read by only where it is asked for by name.',
  builtIn: 'Comes with Docket',
  isDefault: 'Used where nothing is asked for',
  version: (version: number) => `version ${formatCount(version)}`,
  savedAt: (moment: string, name: string) => `saved ${moment} by ${name}`,
  writes: (formats: string) => `Writes ${formats}`,
  back: 'All mappings',

  pdf: {
    heading: 'Try it with a PDF',
    hint: 'Nothing of it is stored.',
    choose: 'Choose a PDF',
    another: 'Choose another PDF',
    sample: 'Take the sample',
    chosen: (name: string) => `Tried with ${name}.`,
    none: 'Choose a PDF to see what this mapping finds in it.',
    reading: 'Reading',
  },

  editor: {
    heading: 'The mapping',
    label: (name: string) => `YAML of ${name}`,
    hint: 'What you change is tried at once, and kept on this device until you save or discard it.',
    edited: 'Changed, not saved',
    discard: 'Discard my changes',
    mistakes: (mistakes: number) =>
      `${count(mistakes, 'mistake', 'mistakes')}, so nothing was read`,
    findings: 'What is wrong with the mapping',
    line: (line: number) => `Line ${formatCount(line)}`,
    hints: 'Hint',
    noMistakes: 'No mistakes.',
  },

  save: {
    open: 'Save as a draft',
    heading: 'Save as a draft',
    text: 'Only the operator of this Docket may save, with the key of its setting ADMIN_KEY. A draft can be asked for by its name, and is never chosen by itself.',
    name: 'Name',
    nameHint: 'Such as my_layout_v1. Its name: line becomes the same.',
    key: 'The operator’s key',
    keyHint: 'Forgotten when this page is closed.',
    save: 'Save',
    saved: (name: string) => `${name} is saved as a draft.`,
    cancel: 'Cancel',
    remove: 'Delete the draft',
    removeHeading: (name: string) => `Delete ${name}?`,
    removeText: 'No more documents are read by it. Those that were stay as they are.',
    confirmRemove: 'Delete it',
    removed: (name: string) => `${name} is deleted.`,
  },

  page: {
    heading: 'On the page',
    label: (page: number, pages: number) =>
      `Page ${formatCount(page)} of ${formatCount(pages)}, as Docket sees it`,
    before: 'Page before',
    next: 'Next page',
    notDrawn: (drawn: number, pages: number) =>
      `All ${formatCount(pages)} pages are read; the first ${formatCount(drawn)} are drawn.`,
    scan: 'A scan has no words of its own to draw.',
    legend: {
      label: 'label',
      value: 'value',
      near: 'does not fit',
      column: 'column',
    },
  },

  told: {
    summary: (good: number, bad: number) =>
      bad === 0
        ? `All ${formatCount(good)} things were found and add up.`
        : `${formatCount(good)} right, ${formatCount(bad)} to look at.`,
    onlyText: 'This mapping reads plain text; there are no values to show.',
    group: {
      match: 'How it is recognised',
      formats: 'How numbers and dates are written',
      fields: 'Fields',
      table: 'Table',
      totals: 'Totals',
      checks: 'Checks',
      values: 'What was read',
    },
    states: { good: 'Right', bad: 'To look at' },
    quoted: (text: string) => `“${text}”`,
    onPage: (page: number) => `Page ${formatCount(page)}`,
    overPages: 'Over the end of a page',
    notFound: (like: string | undefined) =>
      like === undefined ? 'no such text' : `no such text; nearest is “${like}”`,
    claimedToo: 'claims this document as well',
    numbers: 'Numbers',
    dates: 'Dates',
    undecided: 'undecided',
    dayFirst: 'day first',
    monthFirst: 'month first',
    constant: 'The same in every document.',
    severalPlaces: (places: number) => `${formatCount(places)} places have one, see nth and exact.`,
    tooFew: (found: number, nth: number) =>
      `only ${formatCount(found)} found, nth is ${formatCount(nth)}`,
    fitsNothing: 'fits no text',
    misfit: (text: string) => `“${text}” is not of the right kind`,
    nothingThere: 'nothing stands there',
    rightOf: (label: string) => `Right of “${label}”`,
    below: (label: string) => `Below “${label}”`,
    above: (label: string) => `Line before “${label}”`,
    under: (field: string) => `Lines under ${field}`,
    pattern: (pattern: string) => `Pattern ${pattern}`,
    head: 'The head of the table and its columns',
    goesOn: 'No head, the table goes on',
    noHead: (labels: string) => `No head of the table: ${labels} not found`,
    headNotOnOneLine: 'No head: its words are not on one line from left to right',
    begins: (item: number) => `Item ${formatCount(item)}`,
    adds: (item: number) => `More of item ${formatCount(item)}`,
    remark: (lacks: string) => `Left out: no item without ${lacks}`,
    skipped: (pattern: string) => `Skipped by ${pattern}`,
    ends: (pattern: string) => `Ends the table by ${pattern}`,
  },
}

export type MappingWords = typeof mappingWords
