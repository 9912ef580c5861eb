import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { isInProgress, type Upload } from '../../uploads/upload-queue.ts'

/**
 * Opens the results when every upload succeeded without rejected files. Runs in the page itself, because a lazily
 * loaded part could miss the state change; uploads finished before the page opened do not navigate.
 */
export function useOpenResults(uploads: readonly Upload[]): void {
  const navigate = useNavigate()
  const wasUploading = useRef(false)
  const isUploading = uploads.some(isInProgress)
  useEffect(() => {
    if (isUploading) {
      wasUploading.current = true
      return
    }
    const sent = uploads.flatMap(({ id, state }) => (state.kind === 'sent' ? [{ id, state }] : []))
    const isAllSent = sent.length > 0 && sent.length === uploads.length
    const hasNoProblems = isAllSent && sent.every(({ state }) => state.problems.length === 0)
    if (!wasUploading.current || !hasNoProblems || uploadQueue.get().items.length > 0) return
    const groups = new Set(uploads.map(({ group }) => group))
    const [group] = groups
    const [only, ...others] = sent
    for (const { id } of sent) uploadQueue.dismiss(id)
    if (only && others.length === 0) {
      void navigate({ to: '/batch/$id', params: { id: only.state.batch_id } })
    } else if (groups.size === 1 && group !== undefined) {
      void navigate({ to: '/queue', search: { upload: group } })
    } else void navigate({ to: '/queue' })
  }, [uploads, isUploading, navigate])
}
