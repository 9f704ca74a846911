import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { build, type Plugin } from 'vite';
import { keptFiles } from './schema.ts';

/** The code of a released version by path: one file with all of its packages, and the texts that it reads at its start. */
type Code = Readonly<Record<string, string>>;

const root = new URL('../..', import.meta.url).pathname;
const ending = '.code.br';
/** The file is as deep as src/app/bot.ts, which finds locales/ from its own place. */
const main = 'src/app/main.mjs';
/** The playground and the commands `gateway` and `bank`, which a released version does not need: it sells through today's sandboxes. */
const leftOut = /\/app\/playground\/playground\.ts$|\/packages\/sandbox\/src\/(sandbox|bank\/bank)\.ts$/;

const withoutSandboxes: Plugin = {
  name: 'without-sandboxes',
  load: (id) =>
    leftOut.test(id)
      ? 'export const startPlayground = undefined, createSandbox = undefined, openGateway = undefined, createBank = undefined, openBank = undefined;'
      : null,
};

/** Bundles the program of a checkout without pictures, whose thread, fonts and library are larger than all the rest. */
export async function packCode(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'sharj-code-'));
  try {
    await build({
      configFile: false,
      logLevel: 'silent',
      root,
      plugins: [withoutSandboxes],
      build: {
        ssr: join(root, 'src/main.ts'),
        outDir: folder,
        target: 'esnext',
        minify: true,
        rolldownOptions: { output: { entryFileNames: 'main.mjs', codeSplitting: false } },
      },
      // The optional native driver of pg is not installed.
      ssr: { noExternal: true, external: ['pg-native'] },
    });
    const code: Record<string, string> = { [main]: await readFile(join(folder, 'main.mjs'), 'utf8') };
    for (const name of (await readdir(join(root, 'locales'))).sort())
      code[`locales/${name}`] = await readFile(join(root, 'locales', name), 'utf8');
    return brotliCompressSync(JSON.stringify(code));
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const keepCode = (version: string, packed: Buffer): Promise<void> =>
  writeFile(new URL(`./released/${version}${ending}`, import.meta.url), packed);

export interface Unpacked {
  /** The program, which runs with Node alone. */
  readonly main: string;
  remove(): Promise<void>;
}

/** The newest code that was kept. Until a release keeps its own, the present code stands in for it. */
export async function unpackLast(): Promise<Unpacked> {
  const [path] = keptFiles(ending).slice(-1);
  return unpack(path === undefined ? await packCode() : await readFile(path));
}

export async function unpack(packed: Buffer): Promise<Unpacked> {
  const folder = await mkdtemp(join(tmpdir(), 'sharj-released-'));
  const code = JSON.parse(brotliDecompressSync(packed).toString()) as Code;
  for (const [path, text] of Object.entries(code)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  return { main: join(folder, main), remove: () => rm(folder, { recursive: true, force: true }) };
}
