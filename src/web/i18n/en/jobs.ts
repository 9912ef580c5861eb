import { remarks } from '../../../domain/mapping/mapping.ts'
import { formatCount } from '../locale/locale.ts'
import { count, documents } from './count.ts'

/** UI text for jobs, batches and results. */
export const jobWords = {
  queue: {
    title: 'Queue',
    heading: 'Queue',
    filters: 'Filter by status',
    filter: {
      all: 'All',
      active: 'Active',
      complete: 'Complete',
      review: 'Needs review',
      failed: 'Failed',
    },
    search: 'Search name, number or amount',
    list: 'Jobs',
    columns: { file: 'File', status: 'Status', added: 'Added', result: 'Result' },
    loading: 'Loading jobs…',
    uploadMore: 'Upload more',
    loadingMore: 'Loading more…',
    shown: (jobs: number) => count(jobs, 'job', 'jobs'),
    notLoaded: 'Couldn’t load your jobs',
    emptyHeading: 'No jobs yet',
    emptyText: 'Upload a PDF to get started. Its progress and results appear here.',
    emptyFilter: {
      active: 'No active jobs.',
      complete: 'No completed jobs yet.',
      review: 'No jobs need review.',
      failed: 'No failed jobs.',
    },
    emptySearch: (text: string) => `No jobs match “${text}”.`,
    emptyInvoices: 'No matching invoices.',
    allSellers: 'All sellers',
    allPeriods: 'All months',
    facet: (value: string, invoices: number) => `${value} (${formatCount(invoices)})`,
    seller: 'Seller',
    period: 'Month',
    showAll: 'Show all jobs',
    uploadFirst: 'Upload PDFs',
    select: (name: string) => `Select ${name}`,
    selectAll: (jobs?: number) =>
      jobs === undefined ? 'Select all' : `Select all ${formatCount(jobs)}`,
    uploadHeading: (files: number) => `Upload of ${count(files, 'document', 'documents')}`,
    uploadDone: (done: number, all: number) =>
      `${formatCount(done)} of ${formatCount(all)} processed`,
    uploadReview: (files: number) => `${formatCount(files)} need review`,
    cancelUpload: 'Cancel all',
    selected: (jobs: number) => `${formatCount(jobs)} selected`,
    clearSelection: 'Clear selection',
    retryFailed: (jobs: number) => `Retry failed (${formatCount(jobs)})`,
    retrying: (done: number, all: number) =>
      `Retrying ${formatCount(done)} of ${formatCount(all)}…`,
    retried: (jobs: number) => `Retrying ${count(jobs, 'job', 'jobs')}.`,
    notRetried: (jobs: number) => `Couldn’t retry ${count(jobs, 'job', 'jobs')}.`,
    deleted: (jobs: number) => `${count(jobs, 'job', 'jobs')} deleted.`,
    confirmDelete: (jobs: number) => `Delete ${count(jobs, 'job', 'jobs')}?`,
    confirmText:
      'Their files and results are deleted permanently. Download anything you need first.',
    confirm: 'Delete',
    keep: 'Cancel',
    shortcuts: {
      search: 'Search',
      down: 'Next job',
      up: 'Previous job',
      open: 'Open job',
      choose: 'Select job',
    },
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
      queued: 'Waiting',
      downloading: 'Downloading file',
      reading: 'Reading pages',
      extracting: 'Extracting data',
      saving: 'Saving results',
      done: 'Done',
    },
    rereading: {
      directory: 'Checking again',
      mapping: 'Reading again',
      reader: 'Reading again',
      person: 'Reading again',
    },
    needsReview: 'Needs review',
    review: 'Review',
    reviewLabel: (filename: string) => `Review ${filename}`,
    edit: 'Edit results',
    addNumbers: 'Add missing NPWPs',
    moreReasons: (reasons: number) => count(reasons, 'more reason', 'more reasons'),
    progressLabel: (filename: string) => `Progress for ${filename}`,
    attempt: (attempt: number) => `attempt ${attempt}`,
    parties: (seller: string | null, buyer: string | null) =>
      seller !== null && buyer !== null ? `${seller} to ${buyer}` : (seller ?? buyer),
    left: (time: string) => `~${time} left`,
    reused: 'Reused result',
    reusedHint: 'You uploaded the same document before, so its result was reused.',
    slow: 'This is taking longer than usual. Keep waiting, or cancel and retry.',
    retryScheduled: 'The last attempt failed. Retrying automatically.',
    completeIn: (time: string) => `in ${time}`,
    failedAfter: (time: string) => `after ${time}`,
    download: (format: string, filename: string) => `Download ${filename} as ${format}`,
    retry: 'Retry',
    retryLabel: (filename: string) => `Retry ${filename}`,
    cancel: 'Cancel',
    cancelLabel: (filename: string) => `Cancel ${filename}`,
    delete: 'Delete',
    remarks: remarks as Record<keyof typeof remarks, string>,
  },

  readAgain: {
    open: 'Read again',
    heading: (jobs: number) =>
      jobs === 1 ? 'Read this document again?' : `Read ${documents(jobs)} again?`,
    text: 'The current result stays until the new one is ready. Your corrections are kept.',
    kind: 'Read as',
    sameKind: 'Same as before',
    includeApproved: (jobs: number) =>
      jobs === 1
        ? 'Include 1 approved document. Its approval is revoked.'
        : `Include ${formatCount(jobs)} approved documents. Their approval is revoked.`,
    start: 'Read again',
    cancel: 'Cancel',
    started: (jobs: number) => `Reading ${documents(jobs)} again.`,
    skippedApproved: (jobs: number) =>
      `${count(jobs, 'approved document', 'approved documents')} left unchanged.`,
    skippedGone: (jobs: number) =>
      `${documents(jobs)} can’t be read again: the PDF has expired. Upload it again.`,
    kept: 'Reading it again failed. The earlier result was kept.',
  },

  batch: {
    title: 'Batch',
    heading: (total: number) => documents(total),
    one: '1 document',
    progress: 'Batch progress',
    done: (done: number, total: number) => `${formatCount(done)} of ${formatCount(total)} done`,
    notLoaded: 'Couldn’t load this batch',
    status: {
      pending: 'Waiting',
      processing: 'Processing',
      completed: 'Complete',
      partial: 'Partially complete',
      failed: 'Failed',
      cancelled: 'Cancelled',
    },
    cancel: 'Cancel remaining',
    retry: (jobs: number) => `Retry failed (${formatCount(jobs)})`,
    documents: 'Documents',
    stages: (filename: string) => `Steps for ${filename}`,
    download: 'Download all',
    formats: {
      zip: 'All files (ZIP)',
      xml: 'Coretax XML',
      csv: 'CSV',
      ics: 'Calendar (ICS)',
    },
    exportOthers: (jobs: number) => `Export the other ${formatCount(jobs)}`,
    exportConfirmed: (jobs: number) => `Confirm ${formatCount(jobs)} and export`,
    exportAll: 'Export anyway',
    preparing: 'Preparing file…',
  },

  invoices: {
    heading: 'Invoices',
    caption: 'Invoices, with those that need review first',
    columns: {
      number: 'Number',
      date: 'Date',
      seller: 'Seller',
      buyer: 'Buyer',
      base: 'Tax base (DPP)',
      tax: 'Tax (PPN)',
      total: 'Total',
    },
    totalLabel: (currency: string) => `Total ${currency}`,
    problems: (problems: number) => count(problems, 'item to check', 'items to check'),
    verified: 'Verified',
    duplicate: 'Duplicate invoice number',
    unknown: '—',
    item: 'Item',
    quantity: 'Quantity',
    price: 'Price',
    amount: 'Amount',
    lineItems: 'Line items',
  },

  languageModel: {
    sent: (model: string) =>
      `Some values were unclear, so text of this document was sent to the language model ${model}, and its answers were compared with the page.`,
    noAnswer: 'It gave no usable answer.',
    notOnPage: (values: number) =>
      `${count(values, 'value was', 'values were')} not on the page and not used.`,
  },

  text: {
    heading: 'Text',
  },

  shared: {
    title: 'Shared result',
    lead: 'Someone shared this result with you.',
    until: (moment: string) => `This link expires ${moment}.`,
    notLoaded: 'This link isn’t available',
    gone: 'It may have expired or been revoked. Ask the sender for a new link.',
    convertOwn: 'Convert your own PDF',
  },
}
