import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import type { JobDetail } from '../../domain/job/job.ts'
import { QueuePosition } from './queue-position.tsx'

it.each<[number | null, number | null, string]>([
  [2, 61.2, 'Position 2 in the queue · ~1 min 2 s left'],
  [1234, null, 'Position 1,234 in the queue'],
  [null, 4, '~4 s left'],
  [null, null, ''],
])(
  'shows what is known of position %s and %s seconds left',
  (queue_position, eta_seconds, shown) => {
    const detail = { queue_position, eta_seconds } as JobDetail
    const markup = renderToStaticMarkup(createElement(QueuePosition, { detail }))
    expect(markup.replace(/<[^>]*>/g, '')).toBe(shown)
  },
)
