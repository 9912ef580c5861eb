#!/usr/bin/env node
import { createProgram } from './cli/program.ts'
import { runProgram } from './cli/run.ts'
import { doctor, gateway, migrateDatabase, serve, up, work } from './roles.ts'

process.exitCode = await runProgram(
  createProgram({ up, serve, work, gateway, migrate: migrateDatabase, doctor }),
  process.argv,
)
