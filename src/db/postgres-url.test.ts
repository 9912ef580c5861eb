import { describe, expect, it } from 'vitest'
import { splitHosts } from './postgres-url.ts'

describe('splitHosts', () => {
  it('leaves a URL with one host as it is', () => {
    const url = 'postgres://u:p%40ss@db.example.com:5432/docket?sslmode=require'
    expect(splitHosts(url)).toEqual([url])
  })

  it('returns one URL per host, with user, database and options', () => {
    const url =
      'postgresql://u:p@a:1,[::1]:2,c/docket?sslmode=disable&target_session_attrs=read-write'
    expect(splitHosts(url)).toEqual([
      'postgresql://u:p@a:1/docket?sslmode=disable',
      'postgresql://u:p@[::1]:2/docket?sslmode=disable',
      'postgresql://u:p@c/docket?sslmode=disable',
    ])
  })

  it.each([
    ['mysql://a/x', 'must begin with postgres://'],
    ['postgres://a:1,b:x/docket', 'invalid host'],
    ['postgres://a,b/x?target_session_attrs=standby', 'use read-write'],
  ])('rejects %s', (url, reason) => {
    expect(() => splitHosts(url)).toThrow(reason)
  })
})
