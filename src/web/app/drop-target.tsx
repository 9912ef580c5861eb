import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { uploadQueue } from '../uploads/app-uploads.ts'
import { findUrls } from '../uploads/check-source.ts'

const DropOverlay = lazy(() => import('./drop-overlay.tsx'))

/**
 * Accepts files that are dropped or pasted anywhere in the window, and shows an overlay during a drag. Loads with the
 * first page: until this component listens for drops, the browser would replace the app with a dropped file.
 */
export function DropTarget() {
  const count = useDraggedFileCount(useAddSources())
  if (count === undefined) return null
  return (
    <Suspense>
      <DropOverlay count={count} />
    </Suspense>
  )
}

/** Loaded only when a folder is dropped. */
const loadReadDropped = () => import('../uploads/read-dropped.ts')

function useAddSources(): (sources: Iterable<File | string>) => void {
  const navigate = useNavigate()
  return useCallback(
    (sources) => {
      uploadQueue.add(sources)
      void navigate({ to: '/' })
    },
    [navigate],
  )
}

/** Returns the number of files dragged over the window; undefined while nothing is dragged. */
function useDraggedFileCount(
  onSources: (sources: Iterable<File | string>) => void,
): number | undefined {
  const [count, setCount] = useState<number>()
  useEffect(() => {
    // Each element under the pointer fires enter and leave events, which cancel out once the pointer leaves the window.
    let depth = 0
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    function onDragEnter(event: DragEvent): void {
      if (!hasFiles(event)) return
      depth += 1
      // A folder has no type, and its files cannot be counted yet.
      const items = [...(event.dataTransfer?.items ?? [])]
      setCount(items.every(({ type }) => type) ? items.length : 0)
    }
    function onDragLeave(event: DragEvent): void {
      if (!hasFiles(event)) return
      depth -= 1
      if (depth <= 0) setCount(undefined)
    }
    function onDragOver(event: DragEvent): void {
      if (hasFiles(event)) event.preventDefault()
    }
    function onDrop(event: DragEvent): void {
      if (!hasFiles(event)) return
      event.preventDefault()
      depth = 0
      setCount(undefined)
      // The data is gone once the handler returns, before folders can be read.
      const { files = [], items = [] } = event.dataTransfer ?? {}
      const entries = Array.from(items, (item) => item.webkitGetAsEntry())
      if (entries.some((entry) => entry?.isDirectory))
        void loadReadDropped()
          .then(({ readDropped }) => readDropped(entries))
          .then((found) => found.length > 0 && onSources(found))
      else onSources(files)
    }
    function onPaste(event: ClipboardEvent): void {
      const { files } = event.clipboardData ?? { files: [] }
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea')
      const urls = isTyping ? [] : findUrls(event.clipboardData?.getData('text') ?? '')
      if (files.length > 0) onSources(files)
      else if (urls.length > 0) onSources(urls)
    }
    const controller = new AbortController()
    const { signal } = controller
    window.addEventListener('dragenter', onDragEnter, { signal })
    window.addEventListener('dragleave', onDragLeave, { signal })
    window.addEventListener('dragover', onDragOver, { signal })
    window.addEventListener('drop', onDrop, { signal })
    window.addEventListener('paste', onPaste, { signal })
    return () => controller.abort()
  }, [onSources])
  return count
}
