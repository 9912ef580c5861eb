// Adapters that give other queues one interface, each with the throughput settings that its documentation
// recommends.
import { Queue, Worker } from 'bullmq'
import { Logger, makeWorkerUtils, run } from 'graphile-worker'
import PgBoss from 'pg-boss'

const payload = { file: 'x'.repeat(90) }

export async function pgBoss(url) {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false })
  await boss.start()
  await boss.createQueue('bench')
  return {
    add: () => boss.send('bench', payload),
    addMany: (count) =>
      boss.insert(Array.from({ length: count }, () => ({ name: 'bench', data: payload }))),
    async work(onJob) {
      const options = { batchSize: 2500, pollingIntervalSeconds: 0.5 }
      const workers = []
      for (let n = 0; n < 4; n++) {
        const handle = async (jobs) => {
          for (let job = 0; job < jobs.length; job++) onJob()
        }
        workers.push(await boss.work('bench', options, handle))
      }
      return () => boss.offWork('bench')
    },
    left: `select count(*)::int as left from pgboss.job where state < 'completed'`,
    close: () => boss.stop({ graceful: false, wait: true }),
  }
}

export async function graphileWorker(url) {
  // Logging each job would distort the measurement.
  const logger = new Logger(() => () => undefined)
  const preset = {
    worker: {
      connectionString: url,
      logger,
      concurrentJobs: 24,
      localQueue: { size: 500 },
      completeJobBatchDelay: 0,
      failJobBatchDelay: 0,
    },
  }
  const utils = await makeWorkerUtils({ connectionString: url, logger })
  await utils.migrate()
  return {
    add: () => utils.addJob('bench', payload),
    addMany: (count) =>
      utils.addJobs(Array.from({ length: count }, () => ({ identifier: 'bench', payload }))),
    async work(onJob) {
      const runner = await run({ preset, taskList: { bench: async () => onJob() } })
      return () => runner.stop()
    },
    left: 'select count(*)::int as left from graphile_worker._private_jobs',
    close: () => utils.release(),
  }
}

export async function bullMq(redisPort) {
  const connection = { host: '127.0.0.1', port: redisPort, maxRetriesPerRequest: null }
  const queue = new Queue('bench', { connection })
  const kept = { removeOnComplete: true }
  return {
    add: () => queue.add('bench', payload, kept),
    addMany: (count) =>
      queue.addBulk(
        Array.from({ length: count }, () => ({ name: 'bench', data: payload, opts: kept })),
      ),
    async work(onJob) {
      const worker = new Worker('bench', async () => onJob(), { connection, concurrency: 100 })
      await worker.waitUntilReady()
      return () => worker.close()
    },
    left: undefined,
    close: () => queue.close(),
  }
}
