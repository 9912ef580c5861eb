import type { Config } from '../config.ts'
import type { Log } from '../domain/ports/log.ts'
import { parseAllowedEmails } from '../domain/values/allowed-emails.ts'
import { createOidcProvider, type OidcProvider } from '../identity/oidc.ts'

/** Creates the OpenID Connect provider; undefined if none is configured. */
export function openOidcProvider(config: Config): OidcProvider | undefined {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPES, OIDC_ALLOWED_EMAILS } =
    config
  if (OIDC_ISSUER === undefined || OIDC_CLIENT_ID === undefined) return undefined
  return createOidcProvider({
    issuer: OIDC_ISSUER,
    clientId: OIDC_CLIENT_ID,
    clientSecret: OIDC_CLIENT_SECRET,
    scopes: OIDC_SCOPES,
    allowedEmails:
      OIDC_ALLOWED_EMAILS === undefined ? undefined : parseAllowedEmails(OIDC_ALLOWED_EMAILS),
  })
}

/** Logs an error if the provider is unusable. Docket still starts, and tries again at every sign-in. */
export async function reportOidcProvider(oidc: OidcProvider, log: Log): Promise<void> {
  await oidc.check().catch((error: Error) => {
    log.error(
      { reason: error.message },
      `People cannot sign in: ${oidc.host} does not respond as an OpenID Connect provider. Check OIDC_ISSUER and the network.`,
    )
  })
}
