import { generateKeyPairSync, sign } from 'node:crypto'

/** Creates a key and a self-signed certificate for `https.createServer`. */
export function createSelfSignedCertificate(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const algorithm = sequence(der(0x06, Buffer.from('2b6570', 'hex')))
  const commonName = sequence(der(0x06, Buffer.from('550403', 'hex')), der(0x0c, 'stranger'))
  const name = sequence(der(0x31, commonName))
  const validity = sequence(der(0x17, '200101000000Z'), der(0x17, '490101000000Z'))
  const subject = publicKey.export({ type: 'spki', format: 'der' })
  const facts = sequence(der(0x02, Buffer.of(1)), algorithm, name, validity, name, subject)
  const signature = der(0x03, Buffer.of(0), sign(null, facts, privateKey))
  const bytes = sequence(facts, algorithm, signature).toString('base64')
  const cert = `-----BEGIN CERTIFICATE-----\n${bytes}\n-----END CERTIFICATE-----\n`
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}

const sequence = (...parts: Buffer[]) => der(0x30, ...parts)

function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
  const length =
    content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length]
  return Buffer.concat([Buffer.of(tag, ...length), content])
}
