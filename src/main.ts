#!/usr/bin/env node
import { createProgram } from './cli/program.ts'
import { runProgram } from './cli/run.ts'

process.exitCode = await runProgram(
  createProgram({
    roles: () => import('./roles.ts'),
    keys: async () => (await import('./keys.ts')).keyCommands,
    storage: async () => (await import('./storage.ts')).storageCommands,
    cleanup: async () => (await import('./cleanup.ts')).cleanup,
    mails: async () => (await import('./mails.ts')).listMails,
  }),
  process.argv,
)
