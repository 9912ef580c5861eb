import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseStorageUrl } from './storage-url.ts'

describe('STORAGE_URL', () => {
  it.each(['file:/var/docket', 'file:///var/docket'])('accepts the folder %s', (url) => {
    expect(parseStorageUrl(url)).toEqual({ kind: 'file', folder: '/var/docket' })
  })

  it('resolves a folder relative to the working directory', () => {
    expect(parseStorageUrl('file:data/files')).toEqual({
      kind: 'file',
      folder: path.resolve('data/files'),
    })
  })

  it('accepts a bucket at Amazon', () => {
    expect(parseStorageUrl('s3://papers?region=eu-west-1&sse=aws:kms:my-key')).toEqual({
      kind: 's3',
      bucket: 'papers',
      prefix: '',
      endpoint: undefined,
      region: 'eu-west-1',
      pathStyle: false,
      encryption: { algorithm: 'aws:kms', keyId: 'my-key' },
    })
  })

  it('accepts a bucket and prefix on another server', () => {
    expect(parseStorageUrl('s3://papers/docket/a?endpoint=http://10.0.0.5:9000')).toMatchObject({
      bucket: 'papers',
      prefix: 'docket/a/',
      endpoint: 'http://10.0.0.5:9000',
      region: 'us-east-1',
      pathStyle: true,
    })
  })

  it('has a default bucket', () => {
    expect(parseStorageUrl('s3://')).toMatchObject({ bucket: 'document-uploads' })
  })

  it.each([
    ['ftp://x', 'must be file:'],
    ['file:', 'has no folder'],
    ['s3://key:secret@bucket', 'must not contain credentials'],
    ['s3://bucket?endpoint=localhost:9000', 'endpoint'],
    ['s3://bucket?regoin=x', 'has regoin'],
    ['s3://bucket?sse=rot13', 'sse'],
  ])('rejects %s', (url, reason) => {
    expect(() => parseStorageUrl(url)).toThrow(reason)
  })
})
