import type { TestProject } from 'vitest/node'

/** Global setup: provides the image that `npm run image` built. */
export default function setup(project: TestProject): void {
  const { DOCKET_IMAGE, DOCKET_BASE_IMAGE } = process.env
  if (!DOCKET_IMAGE || !DOCKET_BASE_IMAGE) throw new Error('Run these tests with npm run image')
  project.provide('image', DOCKET_IMAGE)
  project.provide('baseImage', DOCKET_BASE_IMAGE)
}
