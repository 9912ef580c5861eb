/** A page of the web app: `picture` is its name in the browser tests, before `-desk-light` and `-phone-dark`. */
interface TourPage {
  picture: string
  title: string
  text: string
}

/** The pages of docs/tour.md, in the order in which a newcomer meets them. */
export const tourPages: readonly TourPage[] = [
  {
    picture: 'first',
    title: 'Upload (`/`)',
    text: 'The whole window takes files; addresses may be pasted, and a sample is at hand for the first visit.',
  },
  {
    picture: 'draft',
    title: 'Before sending',
    text: 'Files are checked, named, put in order (mouse, touch or arrow keys) and told what they are. Nothing is lost by a reload.',
  },
  {
    picture: 'batch',
    title: 'A batch (`/batch/:id`)',
    text: 'Each document with its stage while it is read; then the results, problems first, and one file of all of them.',
  },
  {
    picture: 'batch-meet',
    title: 'A heat sheet',
    text: 'A swimmer’s events by session, to tick for the calendar with a reminder, and to print.',
  },
  {
    picture: 'queue',
    title: 'The queue (`/queue`)',
    text: 'All jobs, live. Filters and search stand in the address; what is chosen is downloaded, retried or deleted together.',
  },
  {
    picture: 'job',
    title: 'A job (`/jobs/:id`)',
    text: 'What was read, every attempt, the timeline, a link to share, and the same for programs.',
  },
  {
    picture: 'review',
    title: 'Review (`/review/:id`)',
    text: 'The document beside its reading: a field shows its place on the page, Enter goes to the next doubt, checks follow what is typed.',
  },
  {
    picture: 'shared',
    title: 'A shared result (`/result/:code`)',
    text: 'What somebody sees who was given a link, until it is taken back.',
  },
  {
    picture: 'directory',
    title: 'The directory (`/directory`)',
    text: 'Companies, units and codes of goods, searched and changed in place, in and out as CSV; and what was learned from corrections.',
  },
  {
    picture: 'mappings',
    title: 'Mappings (`/mappings`)',
    text: 'What Docket reads documents by; drafts are marked.',
  },
  {
    picture: 'mapping',
    title: 'A mapping (`/mappings/:name`)',
    text: 'Tried with a PDF as one writes it: labels, values and columns on the page, mistakes at their line. The operator saves drafts.',
  },
  {
    picture: 'settings',
    title: 'Settings (`/settings`)',
    text: 'Language, theme, keyboard, API keys, webhooks.',
  },
  {
    picture: 'admin',
    title: 'The operator’s page (`/admin`)',
    text: 'The queue, its workers, what it waits for and what failed for good; pause, requeue, clean up. Opened by the operator’s key.',
  },
]

/** The complete docs/tour.md. */
export function tourText(): string {
  const sections = tourPages.map(
    ({ picture, title, text }) =>
      `## ${title}\n\n${text}\n\n![${picture} on a desk](tour/${picture}.png)\n\n![${picture} on a phone, dark](tour/${picture}-phone.png)\n`,
  )
  const head = `# A tour of the web app\n\nEvery page on a desk in the light and on a phone in the dark. \`npm run tour\` writes this page and its pictures, which the browser\ntests take.\n`
  return [head, ...sections].join('\n')
}
