const figure = new Intl.NumberFormat()

function count(number: number, one: string, many: string): string {
  return `${figure.format(number)} ${number === 1 ? one : many}`
}

/** Every sentence of the web app but those of domain/errors.ts. A second language is a second such object. */
const en = {
  product: 'Docket',
  titleOf: (page: string) => `${page} · Docket`,
  skipToContent: 'Skip to content',
  tryAgain: 'Try again',
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
    uploading: (files: number) => `${count(files, 'file', 'files')} uploading`,
    queue: 'Queue',
    active: (jobs: number) => `${count(jobs, 'job', 'jobs')} active`,
    api: 'API',
  },

  upload: {
    title: 'Upload',
    heading: 'Turn PDFs into data',
    choose: 'Choose PDFs',
    otherWays: 'or drop them anywhere in this window, or paste them',
    limit: (size: string) => `Up to ${size} each, as many as you like.`,
    mapping: 'What to make of them',
    from: 'PDF',
    becomes: 'becomes',
    sample: 'Try it with a sample PDF',
    sampleName: 'sample.pdf',
    sampleHint: 'Nothing at hand?',
    drop: (files: number) =>
      `Drop to upload ${files > 0 ? count(files, 'file', 'files') : 'the files'}`,
    dropNext: (mapping: string) => `${mapping}. It starts at once.`,
  },

  uploads: {
    heading: 'Uploads',
    running: (files: number) => `${count(files, 'file', 'files')} to go`,
    sent: (files: number) => `${count(files, 'file', 'files')} uploaded`,
    notSent: (files: number) => `${count(files, 'file', 'files')} not uploaded`,
    retryAll: (files: number) => `Retry all failed (${files})`,
    clear: (files: number) => `Clear finished (${files})`,
    progressOf: (filename: string) => `Upload of ${filename}`,
    checking: 'Checking',
    waiting: 'Waiting to upload',
    storing: 'Sent. The server is storing it',
    sentOf: (sent: string, total: string) => `${sent} of ${total}`,
    left: (time: string) => `${time} left`,
    cancelled: 'Cancelled',
    cancel: (filename: string) => `Cancel the upload of ${filename}`,
    retry: 'Retry',
    retryOf: (filename: string) => `Retry the upload of ${filename}`,
    remove: (filename: string) => `Remove ${filename} from this list`,
    showInQueue: 'Show in queue',
    showInQueueOf: (filename: string) => `Show in queue: ${filename}`,
    duplicate: 'This file is already in the list.',
    unreadable:
      'This could not be read from your device. Choose it again; of a folder, choose the PDFs in it.',
  },

  queue: {
    title: 'Queue',
    heading: 'Queue',
    filters: 'Show jobs by status',
    filter: { all: 'All', active: 'Active', complete: 'Complete', failed: 'Failed' },
    list: 'Jobs',
    columns: { file: 'File', status: 'Status', added: 'Added', result: 'Result' },
    loading: 'Loading your jobs',
    uploadMore: 'Upload more',
    showMore: 'Show more',
    showingMore: 'Loading more',
    shown: (shown: number, all: number) => `${figure.format(shown)} of ${figure.format(all)} shown`,
    notLoaded: 'Your jobs could not be loaded',
    emptyHeading: 'No jobs yet',
    emptyText: 'Upload a PDF and watch it here until its files are ready to download.',
    emptyFilter: {
      active: 'Nothing is waiting or being read.',
      complete: 'Nothing is complete yet.',
      failed: 'Nothing has failed.',
    },
    showAll: 'Show all jobs',
    uploadFirst: 'Upload PDFs',
  },

  job: {
    status: {
      queued: 'Queued',
      processing: 'Processing',
      complete: 'Complete',
      failed: 'Failed',
      cancelled: 'Cancelled',
      expired: 'Expired',
    },
    stage: {
      queued: 'Waiting for its turn',
      downloading: 'Fetching the file',
      reading: 'Reading pages',
      extracting: 'Extracting',
      saving: 'Saving',
      done: 'Done',
    },
    needsReview: 'Needs review',
    moreReasons: (reasons: number) => count(reasons, 'more reason', 'more reasons'),
    progressOf: (filename: string) => `Progress of ${filename}`,
    attempt: (attempt: number) => `attempt ${attempt}`,
    tryingAgain: 'The last attempt did not work. It is tried again by itself.',
    completeIn: (time: string) => `in ${time}`,
    failedAfter: (time: string) => `after ${time}`,
    download: (format: string, filename: string) => `Download ${format} of ${filename}`,
  },

  news: {
    uploaded: (files: number, filename: string) =>
      files === 1 ? `${filename} is uploaded.` : `${count(files, 'file', 'files')} are uploaded.`,
    not_uploaded: (files: number, filename: string) =>
      files === 1
        ? `${filename} was not uploaded.`
        : `${count(files, 'file', 'files')} were not uploaded.`,
    complete: (files: number, filename: string) =>
      files === 1 ? `${filename} is complete.` : `${count(files, 'file', 'files')} are complete.`,
    failed: (files: number, filename: string) =>
      files === 1 ? `${filename} failed.` : `${count(files, 'file', 'files')} failed.`,
  },

  connection: { retrying: 'What you see may be out of date. Trying again every few seconds.' },

  notFound: {
    title: 'Not found',
    heading: 'There is no page at this address',
    text: 'Check the address, or go on from here.',
  },
  broken: {
    title: 'Something broke',
    heading: 'This page broke',
    text: 'Your uploads go on and your jobs are safe. If trying again does not help, reload the page.',
    reload: 'Reload the page',
  },
}

export type Words = typeof en
export const words: Words = en
