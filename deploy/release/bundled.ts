import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Identity } from './identity.ts';

/** A package of the lock file that is in a release. */
export interface Bundled {
  /** Its folder from the top of the repository. */
  readonly path: string;
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
}

/** Node and libatomic, which come from no package of the lock file that runs. */
export interface Binary {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly content: Buffer;
  /** The file with its licence on the machine that makes the release. */
  readonly text: string | null;
}

interface Text {
  readonly name: string;
  readonly content: Buffer;
}

export const nameOf = (path: string): string => path.replace(/^.*node_modules\//, '');
const fileOf = ({ path, version }: Bundled): string => `${nameOf(path).replace('/', '-')}-${version}.txt`;

/** The licence of everything in a release that somebody else wrote. */
export function licencesOf(root: string, packages: readonly Bundled[], binaries: readonly Binary[]): Text[] {
  const ofPackages = packages.map((one) => ({ name: fileOf(one), content: licenceOf(join(root, one.path), one) }));
  const ofBinaries = binaries.map(({ name, version, license, text }) => ({
    name: `${name}-${version}.txt`,
    content: text !== null && existsSync(text) ? readFileSync(text) : Buffer.from(`${name} ${version}: ${license}\n`),
  }));
  return [...ofPackages, ...ofBinaries];
}

/** What the package says itself; some packages name their licence in their manifest only. */
function licenceOf(folder: string, { path, version, license }: Bundled): Buffer {
  const named = readdirSync(folder).filter((name) => /^(licen[cs]e|copying|notice)/i.test(name));
  if (named.length > 0) return Buffer.concat(named.sort().map((name) => readFileSync(join(folder, name))));
  if (license === undefined) throw new Error(`${path} names no licence.`);
  return Buffer.from(`${nameOf(path)} ${version}: ${license}. The package has no licence file.\n`);
}

/** As SPDX calls it. */
const licenses = (license: string) =>
  license.includes(' ') ? [{ expression: license }] : [{ license: { id: license === 'OFL' ? 'OFL-1.1' : license } }];

/** CycloneDX 1.6. The same release gives the same bytes: it names no time and no serial number. */
export function billOfMaterials(
  { version }: Identity,
  packages: readonly Bundled[],
  binaries: readonly Binary[],
): string {
  const components = packages.map(({ path, version: its, license, integrity = '' }) => {
    const name = nameOf(path);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${its}`;
    const [, sum] = /^sha512-(.+)$/.exec(integrity) ?? [];
    const hashes = sum ? [{ alg: 'SHA-512', content: Buffer.from(sum, 'base64').toString('hex') }] : [];
    return { type: 'library', 'bom-ref': purl, name, version: its, purl, hashes, licenses: licenses(license ?? '') };
  });
  const others = binaries.map(({ name, version: its, license, content }) => ({
    type: name === 'node' ? 'application' : 'library',
    'bom-ref': `${name}@${its}`,
    name,
    version: its,
    purl: `pkg:generic/${name}@${encodeURIComponent(its)}`,
    hashes: [{ alg: 'SHA-256', content: createHash('sha256').update(content).digest('hex') }],
    licenses: licenses(license),
  }));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': 'sharj', name: 'sharj', version } },
    components: [...components, ...others],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** As Debian and Ubuntu number it. */
export function libatomicVersion(): string {
  try {
    const line = execFileSync('dpkg-query', ['-W', 'libatomic1'], { encoding: 'utf8', stdio: 'pipe' });
    return line.trim().split('\t')[1] ?? 'unknown';
  } catch {
    return 'unknown';
  }
}
