import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { teamRoutes } from '../../../domain/api/routes/teams.ts'
import { client } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { accountText } from '../../i18n/account-text.ts'
import { formatDayAndTime } from '../../i18n/format.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'

/** Shows the invitation whose link the user opened. */
export function JoinPage() {
  const { code } = useParams({ from: '/join/$code' })
  const { join, team } = accountText()
  usePageTitle(join.title)
  const { data, error, refetch } = useQuery({
    queryKey: ['invitation', code],
    queryFn: ({ signal }) => client.call(teamRoutes.viewInvitation, { params: { code }, signal }),
  })
  return (
    <div className="mx-auto max-w-xl pt-10">
      <h1 className="pb-3 text-2xl font-bold">{data ? join.heading(data.team) : join.title}</h1>
      <LoadFailure reason={join.notOpened} error={error} onRetry={refetch} />
      {data && (
        <>
          <p className="pb-2">{join.text(data.invited_by, team.roles[data.role])}</p>
          <p className="pb-2 text-ink-soft">{team.roleHints[data.role]}</p>
          <p className="pb-5 text-sm text-ink-soft">
            {`${join.until(formatDayAndTime(data.expires_at))} ${join.ownDocuments}`}
          </p>
          <JoinButton code={code} />
        </>
      )}
    </div>
  )
}

function JoinButton({ code }: { code: string }) {
  const { data: me, error: meError } = useMe()
  const { join } = accountText()
  const accept = useMutation({
    mutationFn: () => client.call(teamRoutes.acceptInvitation, { params: { code } }),
    // Reloads the whole page, because all loaded data belongs to the previous workspace.
    onSuccess: () => window.location.assign('/queue'),
  })
  if (!me && !meError) return null
  if (!me || me.kind === 'session') {
    return (
      <Link to="/sign-in" search={{ next: `/join/${code}` }} className={buttonClass.primary}>
        {join.signIn}
      </Link>
    )
  }
  return (
    <>
      <button
        type="button"
        className={buttonClass.primary}
        disabled={accept.isPending || accept.isSuccess}
        onClick={() => accept.mutate()}
      >
        {join.accept(me.name ?? '')}
      </button>
      <ErrorMessage error={accept.error} className="pt-3" />
    </>
  )
}
