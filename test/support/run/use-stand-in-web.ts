import path from 'node:path'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The web app that test servers serve. */
    webFolder: string
  }
}

/** Global setup: a one-page web app, so that API tests do not need a build. */
export default function setup(project: TestProject): void {
  project.provide('webFolder', path.resolve('test/fixtures/web'))
}
