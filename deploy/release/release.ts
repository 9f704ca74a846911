import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  createReadStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { readKeys, sumLine } from '../verify-release.ts';
import { type Binary, type Bundled, billOfMaterials, libatomicVersion, licencesOf } from './bundled.ts';
import { type Identity, identify, notesFor } from './identity.ts';
import { makeKey, readSigningKey, signRelease } from './sign.ts';
import { type TarEntry, writeTarball } from './tar.ts';

/** As in the names of the files. */
const architectures = ['x64', 'arm64'] as const;
type Arch = (typeof architectures)[number];

export interface ReleaseOptions {
  /** The folder that it is written into. */
  readonly into: string;
  readonly arch?: string;
  /** Others than npm's Node and this system's libatomic of that architecture. */
  readonly node?: string | undefined;
  readonly libatomic?: string | undefined;
  /** Of the compression. */
  readonly level?: number;
}

const root = new URL('../../', import.meta.url).pathname;
const at = (path: string): string => join(root, path);

/** What of the repository is in a release; the rest is for developers. */
const shipped =
  /^(src|packages|locales|deploy|docs)\/|^((CHANGELOG|README)(\.fa)?\.md|LICENSE|\.env\.example|compose\.yaml)$/;
/** What makes releases, pictures, and tests of the packages. */
const unshipped = /^deploy\/release\/|^packages\/[^/]+\/test\/|^docs\/.*\.(jpg|png)$/;
/** Variants of the font that nothing shows, and other projects' tests. */
const unused = /^node_modules\/(vazirmatn\/(Round-Dots|misc|fonts\/variable)|.*\/(tests?|__tests__))\//;
/** What stands at the top of a release, from where it stands here. */
const moved: Readonly<Record<string, string>> = {
  'deploy/install.sh': 'install.sh',
  'deploy/sharj': 'bin/sharj',
  'deploy/node': 'bin/node',
  'deploy/release.Dockerfile': 'Dockerfile',
};

interface Manifest {
  readonly version: string;
  readonly optionalDependencies: { readonly node: string };
}

export interface Release extends Identity {
  readonly file: string;
  readonly sum: string;
}

/** Writes a release and its sum. The same commit with the same packages gives the same bytes. */
export async function makeRelease(options: ReleaseOptions): Promise<Release> {
  const arch = archOf(options.arch ?? process.arch);
  const manifest = readJson<Manifest>('package.json');
  const { node: version } = manifest.optionalDependencies;
  const identity = identify(manifest.version, tree());
  const name = `sharj-${identity.version}`;
  const isOwn = process.platform === 'linux' && arch === process.arch;
  const libatomic = options.libatomic ?? (options.node ? null : isOwn ? ownLibatomic() : otherLibatomic(arch));
  const node = readFileSync(options.node ?? (isOwn ? ownNode(version) : otherNode(arch, version)));
  const binaries: Binary[] = [
    { name: 'node', version, license: 'MIT', content: node, text: at(nodeLicence) },
    ...(libatomic === null
      ? []
      : [
          {
            name: 'libatomic',
            version: libatomicVersion(),
            license: 'GPL-3.0-or-later WITH GCC-exception-3.1',
            content: readFileSync(libatomic),
            text: '/usr/share/doc/libatomic1/copyright',
          },
        ]),
  ];
  const packages = lockedPackages();
  const bundled = packages.filter(({ link }) => !link);
  const bill = billOfMaterials(identity, bundled, binaries);
  const entries: TarEntry[] = [
    ...repositoryFiles(),
    textEntry('package.json', JSON.stringify({ ...manifest, ...identity }, null, 2)),
    textEntry('sbom.cdx.json', bill),
    ...licencesOf(root, bundled, binaries).map(({ name, content }) => textEntry(`licences/${name}`, content)),
    ...packageFiles(packages),
    ...binaries.map(({ name, content }) => ({
      name: name === 'node' ? 'lib/node' : 'lib/libatomic.so.1',
      isExecutable: name === 'node',
      read: () => content,
    })),
  ];
  mkdirSync(options.into, { recursive: true });
  const file = join(options.into, `${name}-linux-${arch}.tar.gz`);
  writeFileSync(file.replace(/\.tar\.gz$/, '.cdx.json'), bill);
  const inFolder = entries.map((entry) => ({ ...entry, name: `${name}/${entry.name}` }));
  await writeTarball(file, inFolder, { seconds: commitSeconds(), level: options.level ?? 9 });
  return { ...identity, file, sum: await writeSum(file) };
}

/** As `sha256sum` writes it, beside the file. */
export async function writeSum(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const sum = hash.digest('hex');
  writeFileSync(`${file}.sha256`, sumLine(sum, file));
  return sum;
}

/** Also in a folder of another owner. */
const git = (...words: string[]): string =>
  execFileSync('git', ['-c', 'safe.directory=*', ...words], { cwd: root, encoding: 'utf8' }).trim();

const tree = () => ({
  commit: git('rev-parse', 'HEAD'),
  tags: git('tag', '--points-at', 'HEAD').split('\n'),
  changes: git('diff', 'HEAD'),
});

const readJson = <T>(name: string): T => JSON.parse(readFileSync(at(name), 'utf8')) as T;

const textEntry = (name: string, text: string | Buffer): TarEntry => ({
  name,
  isExecutable: false,
  read: () => Buffer.from(text),
});

const commitSeconds = (): number => Number(git('log', '-1', '--format=%ct'));

function repositoryFiles(): TarEntry[] {
  const names = git('ls-files').split('\n');
  return names
    .filter((name) => shipped.test(name) && !unshipped.test(name) && existsSync(at(name)))
    .map((name) => ({
      name: moved[name] ?? name,
      isExecutable: (statSync(at(name)).mode & 0o100) !== 0,
      read: () => readFileSync(at(name)),
    }));
}

interface Locked extends Omit<Bundled, 'path'> {
  readonly dev?: true;
  readonly devOptional?: true;
  readonly optional?: true;
  /** Of a package of the repository: it is linked from this folder. */
  readonly link?: true;
  readonly resolved?: string;
}

interface Lock {
  readonly version: string;
  readonly packages: Readonly<Record<string, Locked>>;
}

/** The packages that run, by the lock file: it names all of them. */
function lockedPackages(): (Locked & Bundled)[] {
  const { packages } = readJson<Lock>('package-lock.json');
  return Object.entries(packages)
    .map(([path, locked]) => ({ ...locked, path }))
    .filter(
      ({ path, dev, devOptional, optional }) => path.includes('node_modules/') && !dev && !devOptional && !optional,
    );
}

function packageFiles(packages: readonly (Locked & Bundled)[]): TarEntry[] {
  return packages.flatMap(({ path, link, resolved = '' }) => {
    if (link) return [linkTo(resolved, path)];
    if (!existsSync(at(path))) throw new Error(`${path} is not installed: run npm ci first.`);
    const files = filesBelow(path).filter((name) => !unused.test(name));
    return files.map((name) => ({ name, isExecutable: false, read: () => readFileSync(at(name)) }));
  });
}

const linkTo = (folder: string, name: string): TarEntry => ({
  name,
  isExecutable: false,
  read: () => Buffer.alloc(0),
  link: relative(dirname(name), folder),
});

/** Declarations and source maps are for developers; packages inside a package have an entry of their own. */
function filesBelow(folder: string): string[] {
  const inside = readdirSync(at(folder), { withFileTypes: true });
  return inside.flatMap((entry) => {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : filesBelow(name);
    return entry.isFile() && !/\.(d\.[cm]?ts|[cm]?ts|map|flow)$/.test(entry.name) ? [name] : [];
  });
}

function archOf(name: string): Arch {
  const arch = architectures.find((one) => one === name);
  if (arch) return arch;
  throw new Error(`There are releases for ${architectures.join(' and ')}, not for ${name}.`);
}

/** The Node that npm installed for this machine. */
function ownNode(version: string): string {
  const file = at('node_modules/node/bin/node');
  if (!existsSync(file)) throw new Error('npm has not brought Node: run npm ci first, without --omit=optional.');
  const found = execFileSync(file, ['--version'], { encoding: 'utf8' }).trim();
  if (found !== `v${version}`) throw new Error(`npm has brought Node ${found}, not v${version}: run npm ci first.`);
  return file;
}

/** Of the Node that npm installed for this machine: it is the same for all architectures. */
const nodeLicence = `node_modules/node/node_modules/node-linux-${process.arch}/LICENSE`;

/** The package that `node` takes its Node from, of another architecture. */
function otherNode(arch: Arch, version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'sharj-node-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const name = `node-linux-${arch}@${version}`;
  const words = ['pack', name, '--silent', '--pack-destination', folder];
  const packed = execFileSync('npm', words, { encoding: 'utf8', cwd: folder }).trim();
  execFileSync('tar', ['xzf', join(folder, packed), '-C', folder, 'package/bin/node']);
  return join(folder, 'package/bin/node');
}

/** Where Debian and Ubuntu keep the libraries of other architectures. */
function otherLibatomic(arch: Arch): string {
  const [triple, debian] = { x64: ['x86_64', 'amd64'], arm64: ['aarch64', 'arm64'] }[arch];
  const file = `/usr/${triple}-linux-gnu/lib/libatomic.so.1`;
  if (existsSync(file)) return file;
  throw new Error(`${arch} needs its libatomic: install libatomic1-${debian}-cross, or name it with --libatomic FILE`);
}

/** The one that this Node has loaded: minimal systems lack it. Null: it needs none. */
function ownLibatomic(): string | null {
  const { sharedObjects } = process.report.getReport() as unknown as { readonly sharedObjects: readonly string[] };
  return sharedObjects.find((file) => basename(file) === 'libatomic.so.1') ?? null;
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      into: { type: 'string', default: at('dist') },
      arch: { type: 'string' },
      node: { type: 'string' },
      libatomic: { type: 'string' },
      // Of the version that is published: the names must agree, and its notes are written beside the file.
      tag: { type: 'string' },
      'new-key': { type: 'boolean', default: false },
    },
  });
  const began = performance.now();
  try {
    const { arch = process.arch, tag, 'new-key': isNewKey, ...others } = values;
    if (isNewKey) {
      const file = join(homedir(), 'sharj-release-key.pem');
      const { line, fingerprint } = makeKey(file);
      process.stdout.write(`Private key: ${file}\nFor deploy/release-keys.txt: ${line}\nFingerprint: ${fingerprint}\n`);
      process.exit();
    }
    const trusted = readKeys(at('deploy/release-keys.txt'));
    const key = tag === undefined ? null : readSigningKey(process.env.RELEASE_KEY, trusted);
    if (tag !== undefined) {
      const { version: manifest } = readJson<Manifest>('package.json');
      const { version: lock } = readJson<Lock>('package-lock.json');
      const { version: built } = identify(manifest, tree());
      const notes = notesFor(tag, { manifest, lock, built, changelog: readFileSync(at('CHANGELOG.md'), 'utf8') });
      mkdirSync(others.into, { recursive: true });
      writeFileSync(join(others.into, 'notes.md'), notes);
    }
    const { file, sum } = await makeRelease({ ...others, arch });
    if (key) signRelease(file, key);
    const megabytes = (statSync(file).size / 1e6).toFixed(1);
    const seconds = ((performance.now() - began) / 1_000).toFixed(0);
    process.stdout.write(`${file}\n${megabytes} MB, made in ${seconds} s\nsha256 ${sum}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : 'It failed.'}\n`);
    process.exit(1);
  }
}
