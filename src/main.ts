#!/usr/bin/env node
import { packageVersion } from './app/package-info.ts'
import { createProgram } from './cli/program.ts'
import { runProgram } from './cli/run.ts'

process.exitCode = await runProgram(
  createProgram({
    version: await packageVersion(),
    connection: async () => (await import('./commands/connection.ts')).readConnection,
    servers: () => import('./commands/servers.ts'),
    mcp: async () => (await import('./commands/mcp.ts')).serveMcp,
    keys: async () => (await import('./commands/keys.ts')).keyCommands,
    storage: async () => (await import('./app/storage.ts')).storageCommands,
    cleanup: async () => (await import('./commands/cleanup.ts')).cleanup,
    backup: async () => (await import('./commands/backup.ts')).backupCommands,
    recover: async () => (await import('./commands/recover.ts')).recover,
    watch: async () => (await import('./cli/watch/watch.ts')).watch,
    emails: async () => (await import('./commands/emails.ts')).listEmails,
  }),
  process.argv,
)
