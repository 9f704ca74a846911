import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';

let bundled: Promise<string> | undefined;

/** Once for each test file. */
export function bundleOnce(): Promise<string> {
  bundled ??= mkdtemp(join(tmpdir(), 'sharj-bundle-')).then(bundleShop);
  return bundled;
}

export async function removeBundle(): Promise<void> {
  if (bundled) await rm(dirname(await bundled), { recursive: true, force: true });
  bundled = undefined;
}

/** The shop's process as one file: a run starts it more than a hundred times, and loading a thousand modules would take longest. */
async function bundleShop(folder: string): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    build: {
      ssr: join(import.meta.dirname, 'shop-process.ts'),
      outDir: folder,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'shop-process.mjs' },
        treeshake: { moduleSideEffects: false },
      },
    },
    // The optional native driver of pg is not installed.
    ssr: { noExternal: true, external: ['pg-native'] },
  });
  return join(folder, 'shop-process.mjs');
}
