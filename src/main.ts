#!/usr/bin/env node
import { cleanup } from './cleanup.ts'
import { createProgram } from './cli/program.ts'
import { runProgram } from './cli/run.ts'
import { keyCommands } from './keys.ts'
import { listMails } from './mails.ts'
import { doctor, gateway, mcp, migrateDatabase, serve, up, work } from './roles.ts'
import { storageCommands } from './storage.ts'

process.exitCode = await runProgram(
  createProgram(
    { up, serve, work, gateway, migrate: migrateDatabase, doctor, mcp },
    { keys: keyCommands, storage: storageCommands, cleanup, mails: listMails },
  ),
  process.argv,
)
