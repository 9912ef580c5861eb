import { type Alert, alertRules, wellAfterSeconds } from '../../domain/operations/alerts.ts'
import type { Db } from '../db.ts'

export interface ActiveAlert extends Alert {
  since: string
  /** Null while it may still pass by itself. */
  notified_at: string | null
}

/** One row for whoever is to look at the queue now: one process does, of however many there are. */
export function startAlertCheck(db: Db, everySeconds: number): Promise<{ name: string }[]> {
  return db.query(
    `update periodic_tasks set started_at = now()
    where name = 'alerts' and started_at < now() - make_interval(secs => $1)
    returning name`,
    [everySeconds],
  )
}

/** How jobs ended within the last five minutes, by outcome. */
export function recentOutcomes(db: Db): Promise<{ outcome: string; jobs: number }[]> {
  return db.query(
    `select outcome, sum(jobs)::integer as jobs from outcome_counters
    where minute > now() - interval '5 minutes' group by outcome`,
  )
}

/** Notes what is wrong now: what was so before keeps its time. */
export function upsertAlerts(tx: Db, alerts: Alert[]): Promise<unknown> {
  return tx.query(
    `insert into alerts (name, subject, summary)
    select name, subject, summary
    from jsonb_to_recordset($1) as alert (name text, subject text, summary text)
    on conflict (name, subject) do update set seen_at = now(), summary = excluded.summary`,
    [JSON.stringify(alerts)],
  )
}

const seconds = Object.fromEntries(
  Object.entries(alertRules).map(([name, { for_seconds }]) => [name, for_seconds]),
)

/** Has those told, on every channel, that have lasted and were seen by this look; each once, whoever else looks at the same moment. */
export function fireAlerts(tx: Db, channels: string[]): Promise<Alert[]> {
  return tx.query(
    `with told as (
      update alerts set notified_at = now()
      where notified_at is null and seen_at = now()
        and since <= now() - make_interval(secs => coalesce(($2::jsonb->>name)::float8, 0))
      returning name, subject, summary, since
    ), messages as (
      insert into alert_messages (channel, name, subject, summary, since, is_firing)
      select channel, told.*, true from told cross join unnest($1::text[]) as channel
    )
    select name, subject, summary from told`,
    [channels, JSON.stringify(seconds)],
  )
}

/** Forgets what has not been seen for a while, and has it told of what was told. */
export function resolveAlerts(tx: Db, channels: string[]): Promise<Alert[]> {
  return tx.query(
    `with mended as (
      delete from alerts where seen_at < now() - make_interval(secs => ${wellAfterSeconds})
      returning name, subject, summary, since, notified_at
    ), messages as (
      insert into alert_messages (channel, name, subject, summary, since, is_firing)
      select channel, name, subject, summary, since, false
      from mended cross join unnest($1::text[]) as channel
      where notified_at is not null
    )
    select name, subject, summary from mended where notified_at is not null`,
    [channels],
  )
}

export function listActiveAlerts(db: Db): Promise<ActiveAlert[]> {
  return db.query('select name, subject, summary, since, notified_at from alerts order by since')
}

export interface AlertMessage extends Alert {
  /** The same on every try. */
  id: string
  channel: string
  is_firing: boolean
  since: string
  created_at: string
  attempts: number
}

/** Takes messages that are due; until they come up again, later each time, they are this process's to send. */
export function claimMessages(db: Db, channels: string[]): Promise<AlertMessage[]> {
  return db.query(
    `update alert_messages set attempts = attempts + 1,
      due_at = now() + make_interval(secs => 60 * power(2, least(attempts, 6)))
    where id in (
      select id from alert_messages
      where due_at <= now() and channel = any ($1)
      order by created_at
      limit 10
      for update skip locked
    )
    returning id, channel, name, subject, summary, is_firing, since, created_at, attempts`,
    [channels],
  )
}

export function deleteMessage(db: Db, id: string): Promise<unknown> {
  return db.query('delete from alert_messages where id = $1', [id])
}
