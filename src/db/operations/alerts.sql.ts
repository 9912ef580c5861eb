import {
  type Alert,
  alertRules,
  resolveAfterSeconds,
  restartAfterSeconds,
} from '../../domain/operations/alerts.ts'
import type { Db } from '../db.ts'

export interface ActiveAlert extends Alert {
  since: string
  /** Null until the alert has lasted long enough to notify the administrator. */
  notified_at: string | null
}

/** Claims the next check: returns a row if this process should run it, otherwise none. */
export function startAlertCheck(db: Db, everySeconds: number): Promise<{ name: string }[]> {
  return db.query(
    `update periodic_tasks set started_at = now()
    where name = 'alerts' and started_at < now() - make_interval(secs => $1)
    returning name`,
    [everySeconds],
  )
}

/** Counts the jobs of the last five minutes by outcome. */
export function countRecentOutcomes(db: Db): Promise<{ outcome: string; jobs: number }[]> {
  return db.query(
    `select outcome, sum(jobs)::integer as jobs from outcome_counters
    where minute > now() - interval '5 minutes' group by outcome`,
  )
}

/**
 * Stores the currently active alerts. A stored alert keeps its start time, unless it has not been reported yet and was
 * not observed for a while because no process was running.
 */
export function upsertAlerts(tx: Db, alerts: Alert[]): Promise<unknown> {
  return tx.query(
    `insert into alerts (name, subject, params)
    select name, subject, params
    from jsonb_to_recordset($1) as alert (name text, subject text, params jsonb)
    on conflict (name, subject) do update set seen_at = now(), params = excluded.params,
      since = case
        when alerts.notified_at is null
          and alerts.seen_at < now() - make_interval(secs => ${restartAfterSeconds})
        then now() else alerts.since
      end`,
    [JSON.stringify(alerts)],
  )
}

const seconds = Object.fromEntries(
  Object.entries(alertRules).map(([name, { for_seconds }]) => [name, for_seconds]),
)

/**
 * Creates a message per channel for alerts in this check that have been active long enough, once per alert even with
 * concurrent checks.
 */
export function fireAlerts(tx: Db, channels: string[]): Promise<Alert[]> {
  return tx.query(
    `with fired as (
      update alerts set notified_at = now()
      where notified_at is null and seen_at = now()
        and since <= now() - make_interval(secs => coalesce(($2::jsonb->>name)::float8, 0))
      returning name, subject, params, since
    ), messages as (
      insert into alert_messages (channel, name, subject, params, since, is_firing)
      select channel, fired.*, true from fired cross join unnest($1::text[]) as channel
    )
    select name, subject, params from fired`,
    [channels, JSON.stringify(seconds)],
  )
}

/**
 * Deletes alerts that have not been observed recently, and creates "resolved" messages for those that had been
 * reported.
 */
export function resolveAlerts(tx: Db, channels: string[]): Promise<Alert[]> {
  return tx.query(
    `with resolved as (
      delete from alerts where seen_at < now() - make_interval(secs => ${resolveAfterSeconds})
      returning name, subject, params, since, notified_at
    ), messages as (
      insert into alert_messages (channel, name, subject, params, since, is_firing)
      select channel, name, subject, params, since, false
      from resolved cross join unnest($1::text[]) as channel
      where notified_at is not null
    )
    select name, subject, params from resolved where notified_at is not null`,
    [channels],
  )
}

export function listActiveAlerts(db: Db): Promise<ActiveAlert[]> {
  return db.query('select name, subject, params, since, notified_at from alerts order by since')
}

export interface AlertMessage extends Alert {
  /** The message id, which is the same on every attempt. */
  id: string
  channel: string
  is_firing: boolean
  since: string
  created_at: string
  attempts: number
}

/** Claims due messages. A message that is not deleted afterwards becomes due again, with exponential backoff. */
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
    returning id, channel, name, subject, params, is_firing, since, created_at, attempts`,
    [channels],
  )
}

export function deleteMessage(db: Db, id: string): Promise<unknown> {
  return db.query('delete from alert_messages where id = $1', [id])
}
