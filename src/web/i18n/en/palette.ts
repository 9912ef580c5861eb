import { count } from './count.ts'

/** UI text for the command palette. */
export const paletteText = {
  heading: 'Search and commands',
  label: 'Search pages, actions and jobs',
  searching: 'Searching…',
  count: (results: number) => count(results, 'result', 'results'),
  pages: 'Go to',
  views: 'Saved views',
  actions: 'Actions',
  jobs: 'Jobs',
  page: {
    review: 'Jobs that need review',
    failed: 'Failed jobs',
    missing: 'Missing NPWPs',
    rates: 'Exchange rates',
    fields: 'Custom fields',
    status: 'System status',
  },
  theme: {
    system: 'Theme: system default',
    light: 'Theme: light',
    dark: 'Theme: dark',
  },
  language: (name: string) => `Language: ${name}`,
}
export type PaletteText = typeof paletteText
