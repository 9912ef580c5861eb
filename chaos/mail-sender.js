// Runs only a worker's mail sender, so that it starts quickly and can be killed often.
import { openMail } from '../dist/app/mail.js'
import { readConfig } from '../dist/config.js'
import { connectPg } from '../dist/db/pg.js'
import { startNotifier } from '../dist/notify/notifier.js'
import { createGuard } from '../dist/fetch/guard.js'
import { createPost } from '../dist/fetch/post.js'
import { createResolver } from '../dist/fetch/resolve.js'

const config = readConfig()
const quiet = () => undefined
const db = connectPg({ url: config.DATABASE_URL, poolSize: 6, onError: quiet })
const log = { info: quiet, warn: quiet, error: quiet }
const post = createPost(createGuard({ resolve: createResolver(), allowLoopback: false }))
startNotifier({ db, log, pollMs: config.POLL_INTERVAL_MS, post, mail: openMail(config) })
console.log('sending')
