/**
 * A page of the web app. `picture` is the name of its screenshots in the browser tests, without `-desk-light` and
 * `-phone-dark`.
 */
interface TourPage {
  picture: string
  title: string
  text: string
}

/** The pages in docs/tour.md, in the order in which a newcomer sees them. */
export const tourPages: readonly TourPage[] = [
  {
    picture: 'first',
    title: 'Upload (`/`)',
    text: 'Drop files anywhere in the window, paste links, or try the sample PDF.',
  },
  {
    picture: 'draft',
    title: 'Before you upload',
    text: 'Check, rename and reorder files (mouse, touch or arrow keys) and choose the document type. A reload loses nothing.',
  },
  {
    picture: 'batch',
    title: 'Batch (`/batch/:id`)',
    text: "Shows each document's stage while it is processed, then the results, problems first, with one download for all.",
  },
  {
    picture: 'batch-meet',
    title: 'Heat sheet',
    text: 'Lists a swimmer’s events by session. Select events for the calendar, set a reminder, or print the list.',
  },
  {
    picture: 'queue',
    title: 'Queue (`/queue`)',
    text: 'Lists all jobs with live updates. The URL contains the filter and the search, which can be saved as a view. Selected jobs can be downloaded, retried or deleted together.',
  },
  {
    picture: 'job',
    title: 'Job (`/jobs/:id`)',
    text: 'Shows the result, every attempt, the timeline and a share link, with the same data as JSON and curl commands.',
  },
  {
    picture: 'review',
    title: 'Review (`/review/:id`)',
    text: 'Shows the document beside its data. A field highlights its position on the page, Enter moves to the next item to check, and checks run while you type.',
  },
  {
    picture: 'month',
    title: 'Month (`/month`)',
    text: 'Checks the invoices of a tax period, shows DPP and PPN to compare with the books, and exports one Coretax file. See [month.md](month.md).',
  },
  {
    picture: 'missing-numbers',
    title: 'Missing NPWPs (`/directory/missing`)',
    text: 'Lists each company without NPWP once. Paste a column of numbers; all waiting invoices are checked again.',
  },
  {
    picture: 'split',
    title: 'Split PDF (`/split/:id`)',
    text: 'Shows the pages of a PDF with several invoices and where each begins. Move, add or remove boundaries, then split it.',
  },
  {
    picture: 'shared',
    title: 'Shared result (`/result/:code`)',
    text: 'Shows a result to anyone with the link, until it expires or is revoked.',
  },
  {
    picture: 'shared-meet',
    title: 'Shared meet (`/shared/:code`)',
    text: 'Opens a meet on any phone, for example from an email. The URL contains the selected swimmers and session starts; nothing can be changed or deleted.',
  },
  {
    picture: 'directory',
    title: 'Directory (`/directory`)',
    text: 'Search and edit companies, units and goods codes, import and export CSV, and manage learned corrections.',
  },
  {
    picture: 'mappings',
    title: 'Mappings (`/mappings`)',
    text: 'Lists the mappings that Docket uses to read documents; drafts are marked.',
  },
  {
    picture: 'mapping',
    title: 'Mapping editor (`/mappings/:name`)',
    text: 'Tests a mapping with a PDF while you edit it: labels, values and columns on the page, and errors at their lines. The administrator saves drafts.',
  },
  {
    picture: 'custom-fields',
    title: 'Custom fields (`/mappings/custom-fields`)',
    text: 'Defines the values that you need, tries them on a PDF and saves them as a mapping.',
  },
  {
    picture: 'settings',
    title: 'Settings (`/settings`)',
    text: 'Language, theme, keyboard, API keys, webhooks.',
  },
  {
    picture: 'admin',
    title: 'System status (`/admin`)',
    text: 'Shows the queue, workers, external services and jobs; pauses the queue, cancels, prioritises and retries jobs, and runs the cleanup. Requires the admin key.',
  },
]

/** Returns the complete docs/tour.md. */
export function tourText(): string {
  const sections = tourPages.map(
    ({ picture, title, text }) =>
      `## ${title}\n\n${text}\n\n![${picture} on a desktop](tour/${picture}.png)\n\n![${picture} on a phone](tour/${picture}-phone.png)\n`,
  )
  const head = `# Web app tour\n\nEvery page on a desktop in light mode and on a phone in dark mode. \`npm run tour\` writes this page with screenshots from the\nbrowser tests.\n`
  return [head, ...sections].join('\n')
}

/** Screenshots in docs/month.md, by their name in test/browser/accountant.test.ts and month.test.ts. */
export const monthScreenshots: Readonly<Record<string, string>> = {
  'JAN-upload': 'upload',
  'JAN-queue': 'queue',
  'JAN-numbers': 'numbers',
  'JAN-review': 'review',
  'month-100': 'month',
  'month-exported-desk-light': 'exported',
}
