import { constants } from 'node:os'

const signals = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const
const pids = new Set<number>()

/**
 * Stops a Postgres program if this process exits without having shut it down. The program runs in its own session and
 * shuts down on its own, so the exit does not wait for it. SIGKILL leaves it running.
 */
export function stopAtExit(pid: number): void {
  if (pids.size === 0) listen()
  pids.add(pid)
}

/** Cancels `stopAtExit`: the program has ended, or belongs to another process. */
export function leaveRunning(pid: number): void {
  if (pids.delete(pid) && pids.size === 0) unlisten()
}

function listen(): void {
  process.on('exit', stopAll)
  for (const signal of signals) process.on(signal, exitUnlessHandled)
}

function unlisten(): void {
  process.off('exit', stopAll)
  for (const signal of signals) process.off(signal, exitUnlessHandled)
}

/** Postgres responds to SIGINT with a fast shutdown, which ends all sessions and leaves nothing to recover. */
function stopAll(): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGINT')
    } catch {
      // The process has just exited.
    }
  }
}

/** Ends the process with an `exit` event, which a signal without a listener would not cause. */
function exitUnlessHandled(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) === 1) process.exit(128 + constants.signals[signal])
}
