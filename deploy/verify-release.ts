import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Why a file is not installed; the scripts have a sentence for each. */
type Problem = 'no-sum' | 'damaged' | 'no-keys' | 'unsigned' | 'wrong-signature';
export type Verdict = { readonly problem: Problem } | { readonly fingerprint: string };

/** Of a public key, as people compare it. */
export const fingerprintOf = (key: KeyObject): string =>
  `SHA256:${createHash('sha256').update(encode(key)).digest('base64').replace(/=+$/, '')}`;

export const encode = (key: KeyObject): Buffer => key.export({ format: 'der', type: 'spki' });

/** The keys of a list such as deploy/release-keys.txt. */
export const readKeys = (list: string): KeyObject[] =>
  readFileSync(list, 'utf8')
    .split('\n')
    .filter((line) => /^[^#\s]/.test(line))
    .map((line) => {
      const key = Buffer.from(line.split(' ')[0] ?? '', 'base64');
      return createPublicKey({ key, format: 'der', type: 'spki' });
    });

/** `<file>.sig` signs `<file>.sha256`, which names the file and its sum. Asks nobody outside this machine. */
export async function verifyRelease(file: string, keys: readonly KeyObject[]): Promise<Verdict> {
  const [sumFile, signatureFile] = [`${file}.sha256`, `${file}.sig`];
  if (!existsSync(sumFile)) return { problem: 'no-sum' };
  const line = readFileSync(sumFile);
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  if (line.toString() !== sumLine(hash.digest('hex'), file)) return { problem: 'damaged' };
  if (keys.length === 0) return { problem: 'no-keys' };
  if (!existsSync(signatureFile)) return { problem: 'unsigned' };
  const signature = readFileSync(signatureFile);
  const signer = keys.find((key) => verify(null, line, key, signature));
  return signer ? { fingerprint: fingerprintOf(signer) } : { problem: 'wrong-signature' };
}

/** As `sha256sum` writes it. */
export const sumLine = (sum: string, file: string): string => `${sum}  ${basename(file)}\n`;

if (import.meta.main) {
  const [file = ''] = process.argv.slice(2);
  const verdict = await verifyRelease(file, readKeys(new URL('release-keys.txt', import.meta.url).pathname));
  process.stdout.write(`${'problem' in verdict ? verdict.problem : verdict.fingerprint}\n`);
  process.exitCode = 'problem' in verdict ? 1 : 0;
}
