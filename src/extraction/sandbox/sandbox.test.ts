import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import {
  deflateBombPdf,
  manyPagesPdf,
  nulTextPdf,
  truncatedPdf,
} from '../../../test/fixtures/hostile-pdfs.ts'
import { encryptedPdf, ownerLockedPdf, samplePdf, scannedPdf, textPdf } from '../../../test/fixtures/pdfs.ts'
import type { Mapping } from '../../domain/mapping.ts'
import { createSandbox, type Sandbox, type SandboxLimits } from './sandbox.ts'
...
