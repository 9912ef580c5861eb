import type { ErrorCode } from '../../../domain/errors/app-error.ts'
import type { Catalogue } from '../../../domain/messages/render-from.ts'
import { formatCount } from '../locale/locale.ts'
import { paramKinds } from '../../../domain/i18n/en/param-kinds.ts'
import { count, documents } from './count.ts'

/** All English UI text. A translation has the same shape, and also contains the error messages. */
export const en = {
  /** Messages by error and message code. Null in English, because the server sends English text. */
  errors: null as Record<ErrorCode, string> | null,
  messages: null as Catalogue | null,

  product: 'Docket',
  pageTitle: (page: string) => `${page} · Docket`,
  skipToContent: 'Skip to content',
  tryAgain: 'Try again',
  close: 'Close',
  notification: 'Notification',
  copy: 'Copy',
  copied: 'Copied',
  copyReference: (reference: string) => `Copy ${reference}`,
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
    home: 'Docket home',
    upload: 'Upload',
    uploading: (files: number) => `Uploading ${documents(files)}`,
    queue: 'Queue',
    active: (jobs: number) => count(jobs, 'active job', 'active jobs'),
    month: 'Month',
    directory: 'Directory',
    mappings: 'Mappings',
    api: 'API',
    settings: 'Settings',
    signIn: 'Sign in',
    account: (name: string) => `Account: ${name}`,
    privacy: 'Privacy',
    shortcuts: 'Keyboard shortcuts',
    commands: 'Search and commands',
    footer: 'More',
  },

  upload: {
    title: 'Upload',
    heading: 'Turn PDFs into data',
    lead: 'Invoices become Coretax XML, heat sheets become calendars, and any other PDF becomes text.',
    choose: 'Choose PDFs or photos',
    takePhoto: 'Take a photo',
    dropHint: 'Or drop files or folders here',
    limit: (size: string) => `Up to ${size} per file. No limit on the number of files.`,
    inputFormat: 'PDF',
    becomes: 'becomes',
    sample: 'Try a sample PDF',
    sampleName: 'sample.pdf',
    sampleHint: 'Don’t have a PDF?',
  },

  web: {
    open: 'Add from the web',
    heading: 'Add from the web',
    label: 'Link to a PDF, or to a page with PDFs',
    placeholder: 'https://',
    hint: 'One link per line.',
    add: 'Add as PDF',
    find: 'Find PDFs on this page',
    finding: 'Searching the page…',
    invalidUrl: 'Enter a link that starts with https:// or http://.',
    found: (links: number, page: string) => `${count(links, 'PDF', 'PDFs')} on ${page}`,
    noneFound: 'No PDFs found on this page. If the link is itself a PDF, choose “Add as PDF”.',
    all: 'Select all',
    addSelected: (links: number) => `Add ${count(links, 'PDF', 'PDFs')}`,
    kinds: {
      heat_sheet: 'Heat sheet',
      psych_sheet: 'Psych sheet',
      timeline: 'Timeline',
      results: 'Results',
      other: 'Other',
    } as Record<string, string>,
    outdated: 'Earlier edition',
    skipped: (links: number) => `${count(links, 'link', 'links')} could not be used`,
    omitted: (links: number) =>
      `${count(links, 'more link', 'more links')} on this page not shown.`,
    skipReasons: {
      blocked: 'This address is not public. Download the file and upload it.',
      sign_in: 'This page requires you to sign in. Open it, download the PDFs and upload them.',
      not_found: 'The link is broken.',
      failed: 'The site did not respond as expected. Try again later.',
      not_pdf: 'This file is not a PDF.',
      unreadable_folder:
        'This shared folder opens only in a browser. Download its PDFs and upload them.',
      no_documents: 'No PDFs on this page yet.',
      limit:
        'Link not followed: the page has too many links. Enter this link separately to look for PDFs.',
      not_rendered: 'The page could not be fully loaded. Some links may be missing.',
    },
  },

  draft: {
    heading: (files: number) => documents(files),
    list: 'Documents to upload',
    kind: 'Document type',
    start: (files: number) => `Process ${documents(files)}`,
    startNone: 'Nothing to process yet',
    clear: 'Remove all',
    drag: (name: string) => `Move ${name}. Use the arrow keys.`,
    dragHint: 'Drag or use the arrow keys',
    moved: (name: string, place: number, all: number) =>
      `${name} moved to position ${formatCount(place)} of ${formatCount(all)}.`,
    remove: (name: string) => `Remove ${name}`,
    rename: (name: string) => `Rename ${name}`,
    newName: (name: string) => `New name for ${name}`,
    checking: 'Checking…',
    fromWeb: 'From the web',
    duplicate: 'Already in the list.',
    unreadable:
      'This file can’t be opened. Choose it again. For a folder, choose the PDFs inside it.',
    notStored: 'This browser can’t save your files. Keep this page open until the upload finishes.',
  },

  kinds: {
    auto: { title: 'Automatic', text: 'Detect automatically (recommended).' },
    invoice: { title: 'Invoices', text: 'Checked against the totals and exported as Coretax XML.' },
    heat_sheet: { title: 'Heat sheets', text: 'A swimmer’s events, ready for your calendar.' },
    text: { title: 'Any PDF', text: 'Plain text, page by page.' },
    fields: { title: 'Custom fields', text: 'The values that you define, from any document.' },
  },
  layout: {
    label: 'Layout',
    recognise: 'Detect automatically',
    draft: (title: string) => `${title} (draft)`,
  },
  params: {
    swimmer: 'Swimmer',
    team: 'Team',
    age: 'Age',
    date: 'Date',
    session_start: 'Session start',
    time_zone: 'Pool time zone',
    venue: 'Pool',
    reminder: 'Reminder (minutes before the heat)',
  } as Record<string, string>,
  paramHints: {
    swimmer:
      'First and last name. Separate several swimmers with semicolons. Leave empty for the whole meet.',
    team: 'If two swimmers have the same name',
    age: 'If two swimmers have the same name',
    date: 'If the sheet doesn’t show a date',
    session_start: 'If the sheet doesn’t show times',
    venue: 'If the sheet doesn’t show it',
    reminder: '0 for no reminder',
  } as Record<string, string>,
  paramKinds,
  more: 'More options',
  swimmers: {
    heading: 'Recent swimmers',
    add: (name: string) => `Add ${name}`,
    clear: 'Clear list',
  },

  uploads: {
    heading: 'Uploading',
    sentHeading: 'Uploaded',
    failedHeading: 'Not uploaded',
    documents,
    sentDocuments: (sent: number, total: number) => `${formatCount(sent)} of ${documents(total)}`,
    pause: 'Pause',
    resume: 'Resume',
    paused: 'Paused',
    cancelAll: 'Cancel all',
    openAll: 'Show documents',
    notSent: (files: number) => `${documents(files)} could not be uploaded.`,
    total: 'All documents',
    progressLabel: (name: string) => `Uploading ${name}`,
    waiting: 'Waiting',
    storing: 'Saving…',
    sentBytes: (sent: string, total: string) => `${sent} of ${total}`,
    left: (time: string) => `${time} left`,
    offline: 'You’re offline. The upload continues when you reconnect.',
    retryingIn: (time: string) => `Retrying in ${time}.`,
    now: 'Retry now',
    cancel: 'Cancel',
    cancelLabel: (files: number) => `Cancel upload of ${documents(files)}`,
    back: 'Back to the list',
    retry: 'Try again',
    open: 'Open batch',
    dismiss: 'Dismiss',
    sent: (files: number) => `${documents(files)} uploaded`,
    rejected: (files: number) => `${documents(files)} rejected:`,
  },

  announcements: {
    uploaded: (files: number, filename: string) =>
      files === 1 ? `${filename} uploaded.` : `${documents(files)} uploaded.`,
    not_uploaded: (files: number, filename: string) =>
      files === 1 ? `Upload of ${filename} failed.` : `Upload of ${documents(files)} failed.`,
    complete: (files: number, filename: string) =>
      files === 1 ? `${filename} complete.` : `${documents(files)} complete.`,
    failed: (files: number, filename: string) =>
      files === 1 ? `${filename} failed.` : `${documents(files)} failed.`,
  },

  shortcuts: {
    heading: 'Keyboard shortcuts',
    off: 'Single-key shortcuts are turned off in Settings.',
    thenPress: 'then',
    help: 'Show shortcuts',
    upload: 'Go to Upload',
    queue: 'Go to Queue',
    month: 'Go to Month (tax period)',
    directory: 'Go to Directory',
    mappings: 'Go to Mappings',
    settings: 'Go to Settings',
  },

  connection: {
    offline: 'You’re offline',
    retrying: 'This page may be out of date. Reconnecting…',
  },

  notFound: {
    title: 'Page not found',
    heading: 'Page not found',
    text: 'Check the address, or start from one of these pages.',
  },
  broken: {
    title: 'Something went wrong',
    heading: 'Something went wrong',
    text: 'Your files and jobs are safe. Try again, or reload the page.',
    reload: 'Reload page',
  },
}

export type UiText = typeof en
