import type { Db } from '../db/db.ts'
import type { Log } from '../domain/ports/log.ts'
import type { Post } from '../fetch/post.ts'
import type { SendMail } from '../mail/mail.ts'
import { createCourier } from './deliver.ts'
import { startRounds } from './rounds.ts'
import { sendMails } from './send-mails.ts'

export interface NotifierDeps {
  db: Db
  log: Log
  pollMs: number
  post: Post
  /** Left out where no mail server is set. */
  mail?: { send: SendMail; baseUrl: string } | undefined
}

/** Tells people and programs what has ended. Every worker does, none is special. */
export function startNotifier({ db, log, pollMs, post, mail }: NotifierDeps): {
  stop(): Promise<void>
} {
  const courier = createCourier({ db, log, post, onEnd: () => hooks.ring() })
  const pace = { log, pollMs }
  const hooks = startRounds(() => courier.deliver(), pace)
  const mails = mail && startRounds(() => sendMails({ db, log, ...mail }), pace)
  return {
    async stop() {
      await Promise.all([hooks.stop().then(() => courier.stop()), mails?.stop()])
    },
  }
}
