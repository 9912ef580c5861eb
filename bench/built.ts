import path from 'node:path'

/** Loads a built module, because the same code run from sources is 20 % slower and starts far later. */
export async function loadBuilt<Module>(name: string): Promise<Module> {
  return (await import(path.resolve('dist', name))) as Module
}
