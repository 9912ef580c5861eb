/** Entry point of the `@docket/client` package. */
export { AppError as DocketError } from '../domain/errors/errors.ts'
export { routes } from '../domain/api/routes/routes.ts'
export { createDocket } from './docket.ts'
export { verifyWebhook } from './verify-webhook.ts'
