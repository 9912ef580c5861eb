#!/usr/bin/env node
import { createProgram } from './cli/program.ts'
import { runProgram } from './cli/run.ts'

process.exitCode = await runProgram(
  createProgram({
    roles: () => import('./commands/roles.ts'),
    keys: async () => (await import('./commands/keys.ts')).keyCommands,
    storage: async () => (await import('./app/storage.ts')).storageCommands,
    cleanup: async () => (await import('./commands/cleanup.ts')).cleanup,
    watch: async () => (await import('./cli/watch/watch.ts')).watchFolder,
    mails: async () => (await import('./commands/mails.ts')).listMails,
  }),
  process.argv,
)
