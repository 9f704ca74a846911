import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const env = { ...process.env, NODE: process.execPath, CURL: fileURLToPath(new URL('./curl.ts', import.meta.url)) };

/** Runs the `curl` lines of a banner in a shell and returns the answers. Without `curl`, a program stands in for it. */
export async function runCurlLines(banner: string): Promise<unknown[]> {
  const prepare = 'command -v curl >/dev/null || curl() { "$NODE" "$CURL" "$@"; }';
  const answers: unknown[] = [];
  for (const line of banner.split('\n').filter((text) => text.startsWith('curl '))) {
    const script = `${prepare}\n${line} --noproxy '*'`;
    const { stdout } = await promisify(execFile)('sh', ['-c', script], { env, maxBuffer: 2 ** 24 });
    answers.push(JSON.parse(stdout));
  }
  return answers;
}
