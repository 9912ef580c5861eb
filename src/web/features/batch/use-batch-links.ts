import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { shareRoutes } from '../../../domain/api/routes/shares.ts'
import type { BatchLink } from '../../../domain/results/share.ts'
import { client } from '../../api/client.ts'
import { notificationText } from '../../i18n/notification-text.ts'
import type { MeetChoice } from '../../readings/meet-choice.ts'
import { announce } from '../../ui/announcements.ts'

/** Lifetime of a link in hours: two months, which covers several meets and their updated sheets. */
const linkHours = 60 * 24

interface NewLink {
  purpose: BatchLink['purpose']
  options?: MeetChoice
}

/** Loads, creates and revokes a batch's links. */
export function useBatchLinks(id: string) {
  const queries = useQueryClient()
  const queryKey = ['batch-links', id]
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => client.call(shareRoutes.listBatchLinks, { params: { id }, signal }),
  })
  const reload = () => queries.invalidateQueries({ queryKey })
  const create = useMutation({
    mutationFn: (link: NewLink) =>
      client.call(shareRoutes.createBatchLink, {
        params: { id },
        body: { ...link, expires_in_hours: linkHours },
      }),
    onSuccess: reload,
  })
  const remove = useMutation({
    mutationFn: (code: string) =>
      client.call(shareRoutes.revokeBatchLink, { params: { id, code } }),
    onSuccess: async () => {
      await reload()
      announce(notificationText().mailLink.revoked)
    },
  })
  return {
    links: list.data?.links ?? [],
    error: create.error ?? remove.error ?? list.error,
    save: (link: NewLink) => create.mutate(link),
    revoke: (code: string) => remove.mutate(code),
  }
}
