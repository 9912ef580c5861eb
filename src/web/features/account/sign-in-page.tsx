import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { CircleAlert, LogIn } from 'lucide-react'
import { signInRoutes } from '../../../domain/api/routes/sign-in.ts'
import type { SignInProblem } from '../../../domain/values/sign-in-problems.ts'
import { client } from '../../api/client.ts'
import { useMe } from '../../api/me.ts'
import { usePageTitle } from '../../browser/use-page-title.ts'
import { accountText } from '../../i18n/account-text.ts'
import { buttonClass } from '../../ui/button-class.ts'
import { KeyForm } from './key-form.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'

export function SignInPage() {
  const { next = '/', problem } = useSearch({ from: '/sign-in' })
  const { signIn } = accountText()
  usePageTitle(signIn.title)
  const { data, error, refetch } = useQuery({
    queryKey: ['sign-in'],
    queryFn: ({ signal }) => client.call(signInRoutes.signInOptions, { signal }),
  })
  return (
    <div className="mx-auto max-w-md pt-8 sm:pt-14">
      <h1 className="pb-5 text-2xl font-bold">{signIn.heading}</h1>
      <CurrentUser next={next} />
      <ProblemNote problem={problem} />
      <LoadFailure reason={signIn.notLoaded} error={error} onRetry={refetch} />
      {data && data.provider !== null && <ProviderLink host={data.provider} next={next} />}
      {data?.accepts_keys && <KeyForm next={next} isOnlyWay={data.provider === null} />}
      {data && !data.is_required && (
        <p className="border-t border-line pt-5 text-ink-soft">
          {`${signIn.optional} `}
          <Link to="/" className="text-accent underline underline-offset-4">
            {signIn.without}
          </Link>
        </p>
      )}
    </div>
  )
}

function CurrentUser({ next }: { next: string }) {
  const { data } = useMe()
  if (!data || data.kind === 'session') return null
  const { signIn } = accountText()
  return (
    <p className="pb-5">
      {`${signIn.already(data.name ?? '')} `}
      <a href={next} className="text-accent underline underline-offset-4">
        {signIn.carryOn}
      </a>
    </p>
  )
}

function ProblemNote({ problem }: { problem: SignInProblem | undefined }) {
  if (problem === undefined) return null
  return (
    <p
      role="alert"
      className="mb-5 flex items-start gap-2.5 rounded-xl bg-fail-wash px-4 py-3 font-medium text-fail"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
      {accountText().signIn.problems[problem]}
    </p>
  )
}

function ProviderLink({ host, next }: { host: string; next: string }) {
  const href = client.url(signInRoutes.startSignIn, { query: { next } })
  return (
    <p className="pb-6">
      <a href={href} className={`${buttonClass.primary} w-full`}>
        <LogIn aria-hidden="true" className="size-4" />
        {accountText().signIn.provider(host)}
      </a>
    </p>
  )
}
