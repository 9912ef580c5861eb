import { useQuery } from '@tanstack/react-query'
import { type LinkProps, useNavigate } from '@tanstack/react-router'
import { jobRoutes } from '../../../domain/api/routes/jobs.ts'
import type { Job } from '../../../domain/job/job.ts'
import { client } from '../../api/client.ts'
import { queueViewsQuery, toRouterSearch } from '../../api/queue-views-query.ts'
import { chosenLanguage, chosenTheme, themes } from '../../browser/preferences.ts'
import { useDebounced } from '../../browser/use-debounced.ts'
import { formatMoney } from '../../i18n/locale/decimal-text.ts'
import { paletteText } from '../../i18n/palette-text.ts'
import { languageCodes, languages, uiText } from '../../i18n/ui-text.ts'
import { shortcuts } from '../../keyboard/shortcut-registry.ts'
import { useStore } from '../../store/store.ts'
import { type Command, type CommandGroup, matchCommands } from './match-commands.ts'

const debounceMs = 200
const maxJobs = 8

/** Returns the commands that match the text, and the jobs that the server finds. */
export function useCommands(text: string): { groups: CommandGroup[]; isSearching: boolean } {
  const texts = paletteText()
  const searched = useDebounced(text.trim(), debounceMs)
  const found = useQuery({
    queryKey: ['palette-jobs', searched],
    queryFn: ({ signal }) =>
      client.call(jobRoutes.listJobs, { query: { q: searched, limit: maxJobs }, signal }),
    enabled: searched !== '',
    staleTime: 5_000,
  })
  const fixed = matchCommands(
    [
      { name: texts.pages, commands: usePages() },
      { name: texts.views, commands: useViews() },
      { name: texts.actions, commands: useActions() },
    ],
    text,
  )
  const toCommand = useJobCommand()
  const jobs = text.trim() === '' ? [] : (found.data?.jobs ?? []).map(toCommand)
  return {
    groups: jobs.length === 0 ? fixed : [...fixed, { name: texts.jobs, commands: jobs }],
    isSearching: text.trim() !== '' && (found.isFetching || searched !== text.trim()),
  }
}

function usePages(): Command[] {
  const navigate = useNavigate()
  const { page } = paletteText()
  const pages: [string, LinkProps][] = [
    [uiText.nav.upload, { to: '/' }],
    [uiText.nav.queue, { to: '/queue' }],
    [page.review, { to: '/queue', search: { status: 'review' } }],
    [page.failed, { to: '/queue', search: { status: 'failed' } }],
    [uiText.nav.month, { to: '/month' }],
    [uiText.nav.directory, { to: '/directory' }],
    [page.missing, { to: '/directory/missing' }],
    [page.rates, { to: '/directory', search: { show: 'rates' } }],
    [uiText.nav.mappings, { to: '/mappings' }],
    [page.fields, { to: '/mappings/custom-fields' }],
    [uiText.nav.settings, { to: '/settings' }],
    [page.status, { to: '/admin' }],
    [uiText.nav.privacy, { to: '/privacy' }],
  ]
  return pages.map(([label, link]) => ({
    id: `page-${label}`,
    label,
    run: () => void navigate(link),
  }))
}

function useViews(): Command[] {
  const navigate = useNavigate()
  const views = useQuery(queueViewsQuery).data?.views ?? []
  return views.map(({ name, search }) => ({
    id: `view-${name}`,
    label: name,
    run: () => void navigate({ to: '/queue', search: toRouterSearch(search) }),
  }))
}

/** Returns commands for the shortcuts of the current page and for the app's settings. */
function useActions(): Command[] {
  const texts = paletteText()
  // If several shortcuts have the same keys, the last one registered wins, as on a key press.
  const byKeys = new Map(useStore(shortcuts).map((shortcut) => [shortcut.keys, shortcut]))
  const ofPage = [...byKeys.values()].flatMap(({ keys, label, run }) =>
    run && !keys.startsWith('g ') ? [{ id: `keys-${keys}`, label, keys, run }] : [],
  )
  const ofTheme = themes.map((theme) => ({
    id: `theme-${theme}`,
    label: texts.theme[theme],
    run: () => chosenTheme.set(theme),
  }))
  const ofLanguage = languageCodes.map((code) => ({
    id: `language-${code}`,
    label: texts.language(languages[code]),
    run: () => chosenLanguage.set(code),
  }))
  return [...ofPage, ...ofTheme, ...ofLanguage]
}

function useJobCommand(): (job: Job) => Command {
  const navigate = useNavigate()
  return (job) => {
    const { id, original_filename: name, summary } = job
    const facts =
      summary?.kind === 'invoice'
        ? [
            summary.number,
            summary.buyer ?? summary.seller,
            summary.total && formatMoney(summary.total),
          ]
        : []
    return {
      id: `job-${id}`,
      label: name,
      detail: facts.filter(Boolean).join(' · '),
      run: () => void navigate({ to: '/jobs/$id', params: { id } }),
    }
  }
}
