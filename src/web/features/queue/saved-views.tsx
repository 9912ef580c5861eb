import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Bookmark, Pencil } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { EditorOnly } from '../../api/editor-only.tsx'
import { queueViewsQuery, toRouterSearch } from '../../api/queue-views-query.ts'
import { jobText } from '../../i18n/job-text.ts'
import { Menu, menuItemClass } from '../../ui/menu.tsx'

const ViewsDialog = lazy(() => import('./views-dialog.tsx'))

/**
 * Opens a saved view, or the dialog in which views are saved and deleted. A saved view never contains the filter for
 * one upload.
 */
export function SavedViews() {
  const { views: texts } = jobText().queue
  const { upload: _, ...search } = useSearch({ from: '/queue' })
  const views = useQuery(queueViewsQuery).data?.views ?? []
  const [isOpen, setIsOpen] = useState(false)
  const current = sortedText(search)
  return (
    <>
      <Menu icon={Bookmark} text={texts.button} label={texts.label}>
        {views.map((view) => (
          <Link
            key={view.name}
            to="/queue"
            search={toRouterSearch(view.search)}
            className={`${menuItemClass} max-w-80 aria-[current=page]:font-semibold`}
            activeOptions={{ exact: true, includeSearch: true }}
            aria-current={sortedText(view.search) === current ? 'page' : undefined}
          >
            <span className="truncate">{view.name}</span>
          </Link>
        ))}
        {views.length === 0 && <p className="px-3 py-2 text-sm text-ink-soft">{texts.none}</p>}
        <EditorOnly>
          <button type="button" className={menuItemClass} onClick={() => setIsOpen(true)}>
            <Pencil aria-hidden="true" className="size-4" />
            {texts.manage}
          </button>
        </EditorOnly>
      </Menu>
      {isOpen && (
        <Suspense>
          <ViewsDialog search={search} views={views} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

function sortedText(search: object): string {
  return JSON.stringify(Object.entries(search).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
