import type { ErrorCode } from '../../../domain/errors/errors.ts'
import { formatCount } from '../locale/locale.ts'
import { count, documents } from './count.ts'
import { jobWords } from './jobs.ts'

/** Every sentence of the web app. A second language is a second such object, and says those of domain/errors/errors.ts too. */
export const en = {
  /** Null: as the server says them. */
  errors: null as Record<ErrorCode, string> | null,
  /** What was told of a document in English; nothing where this language has no words for it. */
  told: (english: string): string | undefined => english,

  product: 'Docket',
  titleOf: (page: string) => `${page} · Docket`,
  skipToContent: 'Skip to content',
  tryAgain: 'Try again',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  units: {
    millisecond: 'ms',
    second: 's',
    minute: 'min',
    hour: 'h',
    day: 'd',
    bytes: ['B', 'kB', 'MB', 'GB'],
    perSecond: '/s',
    justNow: 'just now',
    ago: (time: string) => `${time} ago`,
  },

  nav: {
    label: 'Main',
    home: 'Docket, start page',
    upload: 'Upload',
    uploading: (files: number) => `${documents(files)} on the way`,
    queue: 'Queue',
    active: (jobs: number) => `${count(jobs, 'job', 'jobs')} active`,
    directory: 'Directory',
    mappings: 'Mappings',
    api: 'API',
    settings: 'Settings',
    privacy: 'Privacy',
    shortcuts: 'Keyboard shortcuts',
    footer: 'More',
  },

  upload: {
    title: 'Upload',
    heading: 'Turn PDFs into data',
    lead: 'Invoices become Coretax XML, heat sheets become a calendar, any other PDF becomes text.',
    choose: 'Choose PDFs',
    otherWays: 'Or drop them anywhere in this window, or paste them',
    limit: (size: string) => `Up to ${size} each, as many as you like.`,
    from: 'PDF',
    becomes: 'becomes',
    sample: 'Try it with a sample PDF',
    sampleName: 'sample.pdf',
    sampleHint: 'Nothing at hand?',
    drop: (files: number) =>
      `Drop to add ${files > 0 ? count(files, 'file', 'files') : 'the files'}`,
    dropNext: 'You decide what becomes of them next.',
  },

  web: {
    open: 'Add from the web',
    heading: 'Add from the web',
    label: 'Address of a PDF, or of a page that links to some',
    placeholder: 'https://',
    hint: 'Several addresses at once are fine: one per line.',
    add: 'Add as PDF',
    find: 'Find PDFs on this page',
    finding: 'Looking at the page',
    noAddress: 'Give an address that begins with https:// or http://.',
    found: (links: number, page: string) => `${count(links, 'PDF', 'PDFs')} on ${page}`,
    foundNone: 'This page links to no PDF. If it shows one itself, add its address as a PDF.',
    all: 'Choose all',
    addChosen: (links: number) => `Add ${count(links, 'PDF', 'PDFs')}`,
    kinds: {
      heat_sheet: 'Heat sheet',
      psych_sheet: 'Psych sheet',
      timeline: 'Timeline',
      results: 'Results',
      other: 'Other',
    } as Record<string, string>,
  },

  draft: {
    heading: (files: number) => documents(files),
    list: 'Documents to send',
    kind: 'What are they?',
    start: (files: number) => `Read ${documents(files)}`,
    startNone: 'Nothing to send yet',
    batches: (batches: number, most: number) =>
      `They go as ${count(batches, 'batch', 'batches')} of up to ${formatCount(most)}, one after the other.`,
    clear: 'Remove all',
    drag: (name: string) => `Move ${name}. Arrow keys move it up and down.`,
    dragHint: 'Drag, or use the arrow keys',
    moved: (name: string, place: number, all: number) =>
      `${name}: now number ${formatCount(place)} of ${formatCount(all)}.`,
    remove: (name: string) => `Remove ${name}`,
    rename: (name: string) => `Rename ${name}`,
    newName: (name: string) => `New name of ${name}`,
    checking: 'Checking',
    fromWeb: 'From the web',
    duplicate: 'This one is in the list already.',
    unreadable:
      'This could not be read from your device. Choose it again; of a folder, choose the PDFs in it.',
    notKept:
      'This browser keeps no files: stay on this page until everything is sent, or it has to be chosen again.',
  },

  kinds: {
    auto: { title: 'Automatic', text: 'The document itself tells. Right for most.' },
    invoice: { title: 'Invoices', text: 'Read, proved by arithmetic, written as Coretax XML.' },
    heat_sheet: { title: 'Heat sheets', text: "A swimmer's events, for the calendar." },
    text: { title: 'Any PDF', text: 'Just its text, page by page.' },
  },
  layout: {
    label: 'Layout',
    recognise: 'Recognise it',
    draft: (title: string) => `${title} (draft)`,
  },
  params: {
    swimmer: 'Swimmer',
    team: 'Team',
    age: 'Age',
    date: 'Date',
    session_start: 'Start of the session',
    time_zone: 'Time zone of the pool',
    venue: 'Pool',
    reminder: 'Remind me before the heat, in minutes',
  } as Record<string, string>,
  paramHints: {
    swimmer: 'First and last name. Several: put a semicolon between them. None: the whole meet.',
    team: 'Where two swimmers have the same name',
    age: 'Where two swimmers have the same name',
    date: 'Where the sheet does not tell it',
    session_start: 'Where the sheet has no times',
    venue: 'Where the sheet does not name it',
    reminder: '0: no reminder',
  } as Record<string, string>,
  more: 'More about it (optional)',
  swimmers: {
    heading: 'Swimmers asked for before',
    add: (name: string) => `Add ${name}`,
    forget: 'Forget them',
  },

  shipments: {
    heading: 'On the way',
    sentHeading: 'Sent',
    batchOf: (batch: number, batches: number) =>
      `Batch ${formatCount(batch)} of ${formatCount(batches)}`,
    documents,
    total: 'All documents',
    progressOf: (name: string) => `Upload of ${name}`,
    waiting: 'Waiting for its turn',
    storing: 'Sent. The server is storing it',
    sentOf: (sent: string, total: string) => `${sent} of ${total}`,
    left: (time: string) => `${time} left`,
    offline: 'You are offline. It goes on by itself when you are back.',
    again: 'It is tried again by itself.',
    now: 'Try now',
    cancel: 'Cancel',
    cancelOf: (files: number) => `Cancel the upload of ${documents(files)}`,
    back: 'Back to the list',
    retry: 'Try again',
    open: 'Open the batch',
    dismiss: 'Remove from this page',
    sent: (files: number) => `${documents(files)} sent`,
    notTaken: (files: number) => `${documents(files)} ${files === 1 ? 'was' : 'were'} not taken:`,
  },

  ...jobWords,

  news: {
    uploaded: (files: number, filename: string) =>
      files === 1 ? `${filename} is uploaded.` : `${documents(files)} are uploaded.`,
    not_uploaded: (files: number, filename: string) =>
      files === 1 ? `${filename} was not uploaded.` : `${documents(files)} were not uploaded.`,
    complete: (files: number, filename: string) =>
      files === 1 ? `${filename} is complete.` : `${documents(files)} are complete.`,
    failed: (files: number, filename: string) =>
      files === 1 ? `${filename} failed.` : `${documents(files)} failed.`,
  },

  settings: {
    title: 'Settings',
    heading: 'Settings',
    onDevice: 'Language, theme and keyboard are kept on this device.',
    language: 'Language',
    asBrowser: (language: string) => `As my browser (${language})`,
    theme: 'Theme',
    themes: { system: 'As my system', light: 'Light', dark: 'Dark' },
    keyboard: 'Keyboard',
    letters: 'Letters are shortcuts',
    lettersHint: 'Switch this off if you dictate or if shortcuts get in your way.',
    operatorHint: 'Do you run this Docket?',
    operator: 'Go to the operator’s page',
    keys: {
      heading: 'API keys',
      text: 'With a key, your own programs see and send what you do here.',
      name: 'What it is for',
      mayWrite: 'It may send and change, not only look',
      make: 'Make a key',
      once: 'Copy it now: it is shown this one time.',
      copy: 'Copy the key',
      created: (moment: string) => `Made ${moment}`,
      used: (moment: string) => `last used ${moment}`,
      unused: 'never used',
      until: (moment: string) => `works until ${moment}`,
      readOnly: 'only looks',
      revoke: 'End it',
      revokeOf: (name: string) => `End the key ${name}`,
      ended: 'Ended',
      notLoaded: 'Your keys could not be loaded',
    },
  },

  shortcuts: {
    heading: 'Keyboard shortcuts',
    off: 'Letters as shortcuts are switched off in the settings.',
    thenPress: 'then',
    help: 'Show this list',
    upload: 'Go to the upload page',
    queue: 'Go to the queue',
    directory: 'Go to the directory',
    mappings: 'Go to the mappings',
    settings: 'Go to the settings',
  },

  connection: {
    offline: 'You are offline',
    retrying: 'What you see may be out of date. Trying again every few seconds.',
  },

  notFound: {
    title: 'Not found',
    heading: 'There is no page at this address',
    text: 'Check the address, or go on from here.',
  },
  broken: {
    title: 'Something broke',
    heading: 'This page broke',
    text: 'What you chose is kept and your jobs are safe. If trying again does not help, reload the page.',
    reload: 'Reload the page',
  },
}

export type Words = typeof en
