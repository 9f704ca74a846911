import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { build } from 'vite';

type Entry = 'shop-process' | 'payment-process' | 'plan-process' | 'earning-process';

let bundled: Promise<string> | undefined;

/** Once for each test file. */
export function bundleOnce(entry: Entry = 'shop-process'): Promise<string> {
  bundled ??= mkdtemp(join(tmpdir(), 'sharj-bundle-')).then((folder) => bundle(folder, entry));
  return bundled;
}

export async function removeBundle(): Promise<void> {
  if (bundled) await rm(dirname(await bundled), { recursive: true, force: true });
  bundled = undefined;
}

/** A process as one file: a run starts it more than a hundred times, and loading a thousand modules would take longest. */
async function bundle(folder: string, entry: Entry): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'silent',
    root: import.meta.dirname,
    build: {
      ssr: join(import.meta.dirname, `${entry}.ts`),
      outDir: folder,
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: `${entry}.mjs` },
        treeshake: { moduleSideEffects: false },
      },
    },
    // The optional native driver of pg is not installed.
    ssr: { noExternal: true, external: ['pg-native'] },
  });
  return join(folder, `${entry}.mjs`);
}
