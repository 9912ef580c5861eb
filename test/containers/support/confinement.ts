import type { ProgramResult } from './program.ts'

/** Returns the restrictions on the first process of a container, as reported by the kernel. */
export async function readConfinement(exec: (command: string[]) => Promise<ProgramResult>) {
  const read = async (script: string) => (await exec(['sh', '-c', script])).stdout
  const status = await read('cat /proc/1/status')
  const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1]
  return {
    uid: field('Uid'),
    capabilities: field('CapEff'),
    no_new_privileges: field('NoNewPrivs'),
    root: await read('touch /app/x 2> /dev/null && echo writable || echo read-only'),
    temporary: await read('touch /tmp/x && echo writable'),
    // The first path is for cgroups v1.
    pids: await read('cat /sys/fs/cgroup/pids/pids.max || cat /sys/fs/cgroup/pids.max'),
  }
}
