import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { meRoutes } from '../../domain/api/routes/sign-in.ts'
import { toAppError } from '../../domain/errors/app-error.ts'
import { client, queryClient } from '../api/client.ts'
import { lastKnownUser, useMe } from '../api/me.ts'

/** Pages that need no sign-in: public pages, and the admin page, which asks for the admin key. */
const openPages = /^\/(?:sign-in|join|result|shared|unsubscribe|privacy|admin)\b/

/** Opens the sign-in page if sign-in is required or if it has ended. */
export function useSignInRedirect(): void {
  const { data, error } = useMe()
  const navigate = useNavigate()
  const { pathname, href } = useLocation()
  const isRejected = error !== null && toAppError(error).code === 'UNAUTHORIZED'
  const isAnonymous = data?.kind === 'session'
  useEffect(() => {
    const wasSignedIn = lastKnownUser.get() !== 'nobody'
    const hasEnded = wasSignedIn && (isRejected || isAnonymous)
    if (hasEnded) lastKnownUser.set('nobody')
    else if (data && !isAnonymous) {
      const canEdit = data.scopes.includes('write')
      lastKnownUser.set(canEdit ? 'editor' : 'viewer')
      if (!wasSignedIn && canEdit) void claimLateUploads()
    }
    if (!(isRejected || hasEnded) || openPages.test(pathname)) return
    const search = { next: href, ...(hasEnded && { problem: 'ended' as const }) }
    void navigate({ to: '/sign-in', search, replace: true })
  }, [data, isRejected, isAnonymous, pathname, href, navigate])
}

/** Claims uploads that were in progress when the user signed in. If this fails, the next sign-in tries again. */
async function claimLateUploads(): Promise<void> {
  const { claimed } = await client.call(meRoutes.claimSession).catch(() => ({ claimed: 0 }))
  if (claimed > 0) await queryClient.invalidateQueries()
}
