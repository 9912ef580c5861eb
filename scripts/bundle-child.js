import path from 'node:path'
import { build } from 'vite'
import { root } from './run.js'

const source = path.join(root, 'src')
const entry = 'extraction/sandbox/child'
/** Packages that become part of the bundle, because each consists of many files. */
const bundledPackages = ['zod', 'yaml', 're2js', '@eslint-community/regexpp', 'csv-parse']

/**
 * Writes the program of the sandbox's child processes to a few files below `folder`, in place of its compiled module.
 * Loading them takes a child half the CPU time of loading hundreds of modules.
 */
export async function bundleChild(folder) {
  const target = path.join(folder, path.dirname(entry))
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins: [keepModuleUrls(target, folder)],
    ssr: { noExternal: bundledPackages },
    build: {
      ssr: path.join(source, `${entry}.ts`),
      outDir: target,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'node20',
      sourcemap: true,
      rolldownOptions: {
        output: { entryFileNames: 'child.js', chunkFileNames: 'child-[name].js' },
      },
    },
  })
}

/** Lets bundled modules find files from where their own compiled file would be. */
function keepModuleUrls(target, folder) {
  return {
    name: 'keep-module-urls',
    transform(code, id) {
      if (!id.startsWith(source) || !code.includes('import.meta.url')) return null
      const compiled = path.join(folder, path.relative(source, id).replace(/\.ts$/, '.js'))
      const url = `new URL(${JSON.stringify(path.relative(target, compiled))}, import.meta.url).href`
      // Lines stay the same, so the source map does too.
      return { code: code.replaceAll('import.meta.url', url), map: null }
    },
  }
}
