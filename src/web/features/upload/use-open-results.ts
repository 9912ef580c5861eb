import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useMappings } from '../../mapping-choice/mapping-choice.ts'
import { uploadQueue } from '../../uploads/app-uploads.ts'
import { isInProgress, type Upload } from '../../uploads/upload-queue.ts'

/**
 * Opens the queue once all uploads have succeeded without a rejected file. A single batch of several documents, or a
 * heat sheet, opens its batch page instead. Runs in the page itself, because a component that loads lazily could miss
 * the change. Uploads that finished before the page opened do not navigate.
 */
export function useOpenResults(uploads: readonly Upload[]): void {
  const navigate = useNavigate()
  const mappings = useMappings().data?.mappings
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
    const [upload] = uploads
    const isMeet =
      mappings?.find(({ name }) => name === upload?.choice.mapping)?.kind === 'heat_sheet'
    const isShared = isMeet || (upload?.items.length ?? 0) > 1
    if (only && others.length === 0 && isShared) {
      void navigate({ to: '/batch/$id', params: { id: only.state.batch_id } })
    } else if (groups.size === 1 && group !== undefined) {
      void navigate({ to: '/queue', search: { upload: group } })
    } else void navigate({ to: '/queue' })
  }, [uploads, isUploading, navigate, mappings])
}
