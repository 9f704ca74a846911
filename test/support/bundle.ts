import { existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** A folder of this run. */
    readonly bundles: string;
  }
}

/** Modules find locales and other files beside their source. */
const sourcePlaces: Plugin = {
  name: 'source-places',
  transform: (code, id) =>
    code.includes('import.meta.url') && !id.includes('node_modules')
      ? code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
      : null,
};

/**
 * A program as one file, made once in a run: tests start it hundreds of times, and loading a thousand modules would take
 * longest.
 */
export async function bundled(entry: URL): Promise<string> {
  const name = basename(entry.pathname, '.ts');
  const made = join(inject('bundles'), name);
  if (!existsSync(made)) await bundle(fileURLToPath(entry), made);
  return join(made, `${name}.mjs`);
}

/** The environment for a bundle: the first process that starts leaves its compiled code to the others. */
export const compiledOnce = (bundle: string): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_COMPILE_CACHE: join(dirname(bundle), 'compiled'),
});

async function bundle(entry: string, made: string): Promise<void> {
  const folder = await mkdtemp(`${made}-`);
  await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    plugins: [sourcePlaces],
    build: {
      ssr: entry,
      outDir: folder,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: '[name].mjs', codeSplitting: false },
        treeshake: { moduleSideEffects: false },
      },
    },
    // The optional native driver of pg is not installed.
    ssr: { noExternal: true, external: ['pg-native'] },
  });
  // Another worker may have been faster.
  await rename(folder, made).catch(() => rm(folder, { recursive: true }));
}
