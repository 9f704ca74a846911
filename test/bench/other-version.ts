import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const repository = fileURLToPath(new URL('../../', import.meta.url));

/** A commit or tag of this repository, with its packages, in a temporary folder. */
export async function installVersion(name: string): Promise<{ folder: string; remove(): Promise<void> }> {
  // What begins with a dash would be an option.
  const { stdout } = await run('git', ['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`], {
    cwd: repository,
  });
  const folder = await mkdtemp(join(tmpdir(), 'sharj-against-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const archive = join(folder, 'version.tar');
    await run('git', ['archive', '--output', archive, stdout.trim()], { cwd: repository });
    await run('tar', ['-xf', archive], { cwd: folder });
    await run('npm', ['ci', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder });
  } catch (error) {
    await remove();
    throw error;
  }
  return { folder, remove };
}
