import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import type { RouteOutput } from '../../../client/api-client.ts'
import { type meRoutes, signInRoutes } from '../../../domain/api/routes/sign-in.ts'
import { client } from '../../api/client.ts'
import { lastKnownUser, useMe } from '../../api/me.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { accountText } from '../../i18n/account-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { TeamSection } from './team-section.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'

type Me = RouteOutput<typeof meRoutes.whoAmI>

export function AccountPage() {
  const { data: me, error, refetch } = useMe()
  const { account } = accountText()
  usePageTitle(account.title)
  return (
    <div className="mx-auto max-w-3xl">
      <h1 className="pt-6 pb-4 text-2xl font-bold">{account.heading}</h1>
      <LoadFailure reason={account.notLoaded} error={error} onRetry={refetch} />
      {me?.kind === 'session' && <Anonymous />}
      {me && me.kind !== 'session' && <SignedIn me={me} />}
      {me?.kind === 'user' && <TeamSection />}
    </div>
  )
}

function Anonymous() {
  const { account } = accountText()
  return (
    <>
      <p className="pb-4">{account.anonymous}</p>
      <Link to="/sign-in" search={{ next: '/account' }} className={buttonClass.primary}>
        {account.signIn}
      </Link>
    </>
  )
}

function SignedIn({ me }: { me: Me }) {
  const { account } = accountText()
  const isReadOnlyKey = me.kind === 'key' && !me.scopes.includes('write')
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 pb-6">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{account.signedInAs(me.name ?? '')}</p>
        {me.kind === 'key' && (
          <p className="text-sm text-ink-soft">
            {[account.withKey, isReadOnlyKey && account.readOnly].filter(Boolean).join(' ')}
          </p>
        )}
      </div>
      <SignOutButton />
    </section>
  )
}

function SignOutButton() {
  const signOut = useMutation({
    mutationFn: () => client.call(signInRoutes.signOut),
    onSuccess({ url }) {
      lastKnownUser.set('nobody')
      window.location.assign(url ?? '/')
    },
  })
  return (
    <div>
      <button
        type="button"
        className={buttonClass.secondary}
        disabled={signOut.isPending || signOut.isSuccess}
        onClick={() => signOut.mutate()}
      >
        <LogOut aria-hidden="true" className="size-4" />
        {accountText().account.signOut}
      </button>
      <ErrorMessage error={signOut.error} className="pt-2 text-sm" />
    </div>
  )
}
