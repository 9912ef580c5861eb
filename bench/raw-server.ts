import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { createServer } from 'node:http'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'

// tsx bench/raw-server.ts FOLDER [DATABASE_URL]: a minimal upload server to compare with. It streams the body to a
// file, syncs and renames it, and inserts a row if there is a database. It does not validate anything.
const [folder = '', url] = process.argv.slice(2)
const pool = url === undefined ? undefined : new pg.Pool({ connectionString: url, max: 20 })
await pool?.query('create table if not exists raw_uploads (id uuid primary key, bytes integer)')

const server = createServer((request, response) => {
  if (request.method === 'GET') return void response.end()
  const id = randomUUID()
  const file = path.join(folder, id)
  const partial = createWriteStream(`${file}.part`)
  pipeline(request, partial)
    .then(async () => {
      const handle = await open(`${file}.part`)
      await handle.sync()
      await handle.close()
      await rename(`${file}.part`, file)
      await pool?.query('insert into raw_uploads values ($1, $2)', [id, partial.bytesWritten])
      response.writeHead(202, { 'content-type': 'application/json' }).end(JSON.stringify({ id }))
    })
    .catch(() => response.destroy())
})
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as { port: number }
  console.log(`ready http://127.0.0.1:${port}`)
})
