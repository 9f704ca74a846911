import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { settingNames } from '#config/config.ts';

const root = new URL('../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const dockerfile = read('Dockerfile').replaceAll('\\\n', ' ');
const lines = (instruction: string): string[] =>
  dockerfile
    .split('\n')
    .flatMap((line) => (line.startsWith(`${instruction} `) ? [line.slice(instruction.length + 1)] : []));
/** The JSON form of an instruction. */
const words = (text: string): string[] => JSON.parse(text.slice(text.indexOf('['))) as string[];

describe('the image', () => {
  test('copies only files that exist and that .dockerignore allows', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(ignored[0]).toBe('*');
    const copied = lines('COPY').flatMap((line) => line.split(' ').slice(0, -1));
    expect(copied).toEqual(expect.arrayContaining(['package.json', 'package-lock.json', 'locales', 'packages', 'src']));
    for (const name of copied) {
      expect(existsSync(new URL(name, root)), name).toBe(true);
      expect(ignored).toContain(`!${name}`);
    }
  });

  test('starts like npm start, without npm and without root', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: { start: string } };
    const [, command = ''] = /^exec (.+) \|\| \1$/.exec(scripts.start) ?? [];
    expect(words(lines('CMD')[0] ?? '')).toEqual(command.split(' '));
    expect(lines('USER')).toEqual(['node']);
  });

  test('has a health check that fails when the bot does not answer', async () => {
    const [command = '', ...rest] = words(lines('HEALTHCHECK')[0] ?? '');
    expect(command).toBe('node');
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/healthz' ? 200 : 404).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const env = { PORT: String((server.address() as AddressInfo).port) };
    const check = async () => (await once(spawn(process.execPath, rest, { env }), 'exit'))[0] as number;
    expect(await check()).toBe(0);
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
    expect(await check()).toBe(1);
  });

  test('names only settings of the bot', () => {
    const inImage = lines('ENV').flatMap((line) => line.split(' ').map((pair) => pair.split('=')[0] ?? ''));
    const inCompose = ['compose.yaml', 'deploy/compose.replicas.yaml'].flatMap((file) =>
      [...read(file).matchAll(/^ {6}([A-Z][A-Z0-9_]+):|\$\{([A-Z0-9_]+)/gm)].map(
        ([, name, used]) => name ?? used ?? '',
      ),
    );
    expect(inCompose).toEqual(expect.arrayContaining(['DATABASE_URL', 'WEBHOOK_URL', 'WEBHOOK_SECRET']));
    const others = ['NODE_ENV', 'NODE_COMPILE_CACHE', 'POSTGRES_USER', 'POSTGRES_PASSWORD'];
    const unknown = [...inImage, ...inCompose].filter((name) => ![...settingNames, ...others].includes(name));
    expect(unknown).toEqual([]);
  });

  test.each([
    ['compose.yaml', 'deploy/compose.Caddyfile'],
    ['deploy/compose.replicas.yaml', 'deploy/replicas.Caddyfile'],
  ])('%s mounts its Caddyfile, limits memory and works with the Compose of Debian 12', (file, caddyfile) => {
    const text = read(file);
    expect(text).toContain(`- ./${caddyfile}:/etc/caddy/Caddyfile:ro`);
    expect(existsSync(new URL(caddyfile, root))).toBe(true);
    expect(text).not.toMatch(/^configs:|^ {4}(configs|deploy):/m);
    expect(text.match(/^ {4}mem_limit: /gm)).toHaveLength(text.match(/^ {4}(build|image): /gm)?.length ?? 0);
  });

  test('the proxy of several bots hides the shop’s figures, even with a slash at the end', () => {
    const [, paths = ''] = /@inside path (.+)\n\s+respond @inside 404\n/.exec(read('deploy/replicas.Caddyfile')) ?? [];
    expect(paths.split(' ')).toEqual(['/metrics', '/readyz'].flatMap((path) => [path, `${path}/*`]));
  });

  test('the proxy of several bots passes on the address that the proxy before it names', () => {
    const proxy = read('deploy/replicas.Caddyfile');
    expect(proxy).toMatch(/servers \{\s+trusted_proxies static private_ranges\s+trusted_proxies_strict\s+\}/);
    expect(proxy).toContain('header_up X-Forwarded-For {client_ip}');
  });
});
