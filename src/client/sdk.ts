/** Entry point of the `@docket/client` package. */
export { AppError as DocketError } from '../domain/errors/app-error.ts'
export { routes } from '../domain/api/routes/routes.ts'
export { createDocket } from './docket.ts'
export { verifyWebhook } from './verify-webhook.ts'
