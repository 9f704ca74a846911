import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { encode, fingerprintOf } from '../verify-release.ts';

/** Writes a private key that only its owner reads, and returns the line of its public key. */
export function makeKey(file: string): { readonly line: string; readonly fingerprint: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  return { line: encode(publicKey).toString('base64'), fingerprint: fingerprintOf(publicKey) };
}

/** Refuses a key that the release itself would not trust. */
export function readSigningKey(pem: string | undefined, trusted: readonly KeyObject[]): KeyObject {
  if (!pem) throw new Error('RELEASE_KEY is missing: a release is published with a signature only.');
  const key = createPrivateKey(pem);
  const own = fingerprintOf(createPublicKey(key));
  if (trusted.some((one) => fingerprintOf(one) === own)) return key;
  throw new Error(`deploy/release-keys.txt does not have the key ${own}, so nobody could check its signature.`);
}

/** Signs the sum of a file, which is beside it. */
export const signRelease = (file: string, key: KeyObject): void =>
  writeFileSync(`${file}.sig`, sign(null, readFileSync(`${file}.sha256`), key));
