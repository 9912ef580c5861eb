import { formatCount } from '../locale/locale.ts'
import { count } from './count.ts'

/** UI text for mappings and what they find in a document. */
export const mappingWords = {
  title: 'Mappings',
  heading: 'Mappings',
  lead: 'A mapping tells Docket how to read one document layout: which label belongs to which value. Open one to test it with a PDF or to edit it.',
  list: 'Mappings',
  notLoaded: 'Couldn’t load the mappings',
  notLoadedOne: 'Couldn’t load this mapping',
  draft: 'Draft',
  draftHint: 'Used only when selected by name.',
  builtIn: 'Built-in',
  isDefault: 'Default',
  version: (version: number) => `version ${formatCount(version)}`,
  savedAt: (moment: string, name: string) => `saved ${moment} by ${name}`,
  writes: (formats: string) => `Output: ${formats}`,
  back: 'All mappings',

  pdf: {
    heading: 'Test with a PDF',
    hint: 'The file is not stored.',
    choose: 'Choose PDF',
    another: 'Choose another PDF',
    sample: 'Use sample',
    tested: (name: string) => `Tested with ${name}.`,
    none: 'Choose a PDF to see what this mapping finds.',
    reading: 'Reading…',
  },

  editor: {
    heading: 'Mapping',
    label: (name: string) => `YAML for ${name}`,
    hint: 'Edits are tested as you type and kept on this device until you save or discard them.',
    edited: 'Unsaved changes',
    discard: 'Discard changes',
    mistakes: (mistakes: number) =>
      `${count(mistakes, 'error', 'errors')} to fix before the test can run.`,
    findings: 'Mapping errors',
    line: (line: number) => `Line ${formatCount(line)}`,
    hints: 'Hint',
    noMistakes: 'No errors.',
  },

  learned: {
    heading: 'Learned from your invoices',
    lead: 'Docket uses these layouts for later invoices from the same sender. Only you can see them.',
    documents: (documents: number) => count(documents, 'invoice', 'invoices'),
    edited: 'Edited',
    own: 'Your layout',
    save: 'Save changes',
    saved: (name: string) => `${name} saved.`,
    remove: 'Delete layout',
    removeNamed: (title: string) => `Delete ${title}`,
    removed: (name: string) => `${name} deleted.`,
  },

  save: {
    open: 'Save as draft',
    heading: 'Save as draft',
    text: 'Saving requires this server’s admin key. A draft is used only when selected by name.',
    name: 'Name',
    nameHint: 'For example my_layout_v1. The name in the YAML is updated to match.',
    key: 'Admin key',
    keyHint: 'Not stored. You’ll need it again after you close this page.',
    save: 'Save',
    saved: (name: string) => `${name} saved as draft.`,
    cancel: 'Cancel',
    remove: 'Delete draft',
    removeHeading: (name: string) => `Delete ${name}?`,
    removeText: 'It can no longer be used for new documents. Existing results stay as they are.',
    confirmRemove: 'Delete',
    removed: (name: string) => `${name} deleted.`,
  },

  page: {
    heading: 'Page view',
    label: (page: number, pages: number) =>
      `Page ${formatCount(page)} of ${formatCount(pages)}, as Docket sees it`,
    previous: 'Previous page',
    next: 'Next page',
    notShown: (drawn: number, pages: number) =>
      `All ${formatCount(pages)} pages were read. Showing the first ${formatCount(drawn)}.`,
    scan: 'This page is a scan and has no text layer.',
    legend: {
      label: 'label',
      value: 'value',
      near: 'no match',
      column: 'column',
    },
  },

  report: {
    summary: (good: number, bad: number) =>
      bad === 0
        ? `All ${formatCount(good)} items OK.`
        : `${formatCount(good)} OK, ${count(bad, 'problem', 'problems')}.`,
    onlyText: 'This mapping reads plain text, so there are no values to show.',
    group: {
      match: 'Recognition',
      formats: 'Number and date formats',
      fields: 'Fields',
      table: 'Table',
      totals: 'Totals',
      checks: 'Checks',
      values: 'Extracted values',
    },
    states: { good: 'OK', bad: 'Problem' },
    quoted: (text: string) => `“${text}”`,
    onPage: (page: number) => `Page ${formatCount(page)}`,
    acrossPages: 'Across pages',
    notFound: (closestMatch: string | undefined) =>
      closestMatch === undefined ? 'not found' : `not found; closest match: “${closestMatch}”`,
    alsoMatches: 'also matches this document',
    numbers: 'Numbers',
    dates: 'Dates',
    undecided: 'undecided',
    dayFirst: 'day first',
    monthFirst: 'month first',
    constant: 'Fixed value.',
    foundTimes: (places: number) =>
      `Found ${formatCount(places)} times. Use nth or exact to choose one.`,
    tooFew: (found: number, nth: number) =>
      `only ${formatCount(found)} found, but nth is ${formatCount(nth)}`,
    noMatch: 'no match',
    wrongType: (text: string) => `“${text}” has the wrong type`,
    noText: 'no text at that position',
    rightOf: (label: string) => `Right of “${label}”`,
    below: (label: string) => `Below “${label}”`,
    above: (label: string) => `Line above “${label}”`,
    under: (field: string) => `Lines below ${field}`,
    pattern: (pattern: string) => `Pattern ${pattern}`,
    header: 'Table header and columns',
    continues: 'No header: the table continues',
    headerMissing: (labels: string) => `No table header: ${labels} not found`,
    headerSplit: 'No table header: its labels are not on one line',
    item: (item: number) => `Item ${formatCount(item)}`,
    itemContinued: (item: number) => `Item ${formatCount(item)}, continued`,
    ignored: (lacks: string) => `Ignored: missing ${lacks}`,
    skipped: (pattern: string) => `Skipped: matches ${pattern}`,
    ends: (pattern: string) => `End of table: matches ${pattern}`,
  },
}

export type MappingWords = typeof mappingWords
