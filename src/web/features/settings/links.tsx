import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { teamRoutes } from '../../../domain/api/routes/teams.ts'
import type { OwnedLink } from '../../../domain/results/share.ts'
import { client } from '../../api/client.ts'
import { useCanEdit, useMe } from '../../api/me.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { settingsText } from '../../i18n/settings-text.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { ListSection } from './list-section.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { RevokeButton } from './revoke-button.tsx'

const queryKey = ['links']

/** Lists the links that give access to the user's documents or team without a sign-in. */
export function Links() {
  const queries = useQueryClient()
  const { links: text } = settingsText()
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      client.call(teamRoutes.listLinks, { query: { cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const revoke = useMutation({
    mutationFn: (id: string) => client.call(teamRoutes.revokeLink, { params: { id } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  const links = list.data?.pages.flatMap((page) => page.links) ?? []
  return (
    <ListSection
      words={text}
      query={list}
      items={links}
      renderItem={(link) => (
        <LinkRow key={link.id} link={link} onRevoke={() => revoke.mutate(link.id)} />
      )}
    >
      {list.data && links.length === 0 && <p>{text.none}</p>}
      <ErrorMessage error={revoke.error} className="pb-2 text-sm" />
      <MoreButton query={list}>{text.more}</MoreButton>
    </ListSection>
  )
}

function LinkRow({ link, onRevoke }: { link: OwnedLink; onRevoke: () => void }) {
  const { links: text } = settingsText()
  const canRevoke = useCanRevoke(link)
  const name = describeTarget(link)
  const facts = [
    text.until(formatDayAndTime(link.expires_at)),
    link.purpose !== 'invitation' && text.views(link.views),
    link.created_by !== null && text.by(link.created_by),
  ].filter((fact) => fact !== false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-52">
        <p className="font-medium wrap-anywhere">
          {text.purposes[link.purpose]}{' '}
          {link.path === null ? (
            <span className="font-normal text-ink-soft">{name}</span>
          ) : (
            <a href={link.path} className="font-normal text-accent underline underline-offset-4">
              {name}
            </a>
          )}
        </p>
        <p className="text-sm text-ink-soft">{facts.join(' · ')}</p>
      </div>
      {canRevoke && <RevokeButton words={text} name={name} onRevoke={onRevoke} />}
    </li>
  )
}

/** Returns whether the user may revoke a link. Only owners may revoke an invitation, because only they may invite. */
function useCanRevoke({ purpose }: OwnedLink): boolean {
  const canEdit = useCanEdit()
  const { data: me } = useMe()
  return canEdit && (purpose !== 'invitation' || me?.role === 'owner')
}

function describeTarget({ role, filename, documents }: OwnedLink): string {
  const { links: text } = settingsText()
  if (role !== null) return text.roles[role]
  return documents > 1 ? text.several(filename ?? '', documents - 1) : (filename ?? '')
}
