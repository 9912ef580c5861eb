import { z } from 'zod'
import { encodeFault } from '../../messages/fault-codes.ts'
import { localPath } from '../../values/local-path.ts'
import { Identity } from '../identity.ts'
import type { Route } from '../route.ts'

const SignInOptions = z.object({
  is_required: z.boolean().describe('Whether Docket can be used only after signing in.'),
  provider: z
    .string()
    .nullable()
    .describe('Host of the OpenID Connect provider, or null if there is none.'),
  accepts_keys: z.boolean().describe('Whether an API key can be used to sign in.'),
})

const LocalPath = z
  .string()
  .max(2000)
  .regex(localPath, encodeFault('looks_like', { example: '/queue' }))

export const signInRoutes = {
  signInOptions: {
    method: 'GET',
    path: '/api/sign-in',
    access: 'public',
    tag: 'Identity',
    summary: 'List the ways to sign in',
    success: { status: 200, body: SignInOptions },
  },
  signInWithKey: {
    method: 'POST',
    path: '/api/sign-in/key',
    access: 'public',
    budget: 'sign-ins',
    tag: 'Identity',
    summary: 'Sign in to the web app with an API key',
    description:
      'Sets a cookie that only the server can read. The sign-in has the scopes of the key and ends with it, by signing out, or after 30 days. Jobs of the browser’s session move to the owner of the key, if it may write.',
    body: z.strictObject({ key: z.string().trim().min(1).max(200) }),
    success: {
      status: 200,
      body: z.object({
        claimed: z.int().describe('Number of jobs that moved to the owner of the key.'),
      }),
    },
  },
  startSignIn: {
    method: 'GET',
    path: '/api/sign-in/oidc',
    access: 'public',
    budget: 'sign-ins',
    tag: 'Identity',
    summary: 'Sign in with the OpenID Connect provider',
    description: 'Redirects to the provider, which sends the browser back to the web app.',
    query: z.object({ next: LocalPath.default('/').describe('Page to show afterwards.') }),
    success: { status: 303, body: 'nothing', headers: ['Location'] },
  },
  finishSignIn: {
    method: 'GET',
    path: '/api/sign-in/oidc/callback',
    acceptsUnknown: true,
    access: 'public',
    budget: 'sign-ins',
    tag: 'Identity',
    summary: 'Return from the OpenID Connect provider',
    description: 'The redirect URI to register with the provider.',
    success: { status: 303, body: 'nothing', headers: ['Location'] },
  },
  signOut: {
    method: 'POST',
    path: '/api/sign-out',
    access: 'public',
    tag: 'Identity',
    summary: 'Sign out of the web app',
    success: {
      status: 200,
      body: z.object({
        url: z
          .string()
          .nullable()
          .describe('Where to sign out of the OpenID Connect provider too, if it supports that.'),
      }),
    },
  },
} as const satisfies Record<string, Route>

/** Defined separately from the other identity routes, because every page of the web app loads these. */
export const meRoutes = {
  whoAmI: {
    method: 'GET',
    path: '/api/me',
    tag: 'Identity',
    summary: 'Get the caller’s identity and permissions',
    success: {
      status: 200,
      body: Identity.omit({ owner_id: true, id: true }).extend({
        can_sign_in: z
          .boolean()
          .describe('Whether nobody has signed in, and an OpenID Connect provider is configured.'),
      }),
    },
  },
  claimSession: {
    method: 'POST',
    path: '/api/session/claim',
    tag: 'Identity',
    summary: 'Claim the jobs of this browser session after signing in',
    description:
      'Send both the token and the session cookie. Uploads still in progress are not claimed; call again when they finish.',
    success: { status: 200, body: z.object({ claimed: z.int() }) },
  },
} as const satisfies Record<string, Route>
