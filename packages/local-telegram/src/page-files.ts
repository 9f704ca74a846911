import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';

interface PageFile {
  readonly type: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  readonly zipped: Uint8Array<ArrayBuffer> | null;
  readonly tag: string;
}

const folder = new URL('page/', import.meta.url);
const font = 'vazirmatn/fonts/webfonts/Vazirmatn[wght].woff2';
const fluent = '@fluent/bundle';

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  ts: 'text/javascript; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  ftl: 'text/plain; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

const bytesOf = (content: string | Uint8Array): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(content));

/** Strips types in place, so that no build is needed and line numbers stay. Browsers find packages only by address. */
const scriptOf = (source: string): string =>
  stripTypeScriptTypes(source, { mode: 'strip' }).replace(`'${fluent}'`, "'/page/fluent/index.js'");

function prepare(name: string, content: Buffer): PageFile {
  const extension = name.split('.').at(-1) ?? '';
  const plain = bytesOf(extension === 'ts' ? scriptOf(content.toString('utf8')) : content);
  return {
    type: types[extension] ?? 'application/octet-stream',
    plain,
    zipped: extension === 'woff2' ? null : bytesOf(gzipSync(plain)),
    tag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 16)}"`,
  };
}

/** Reads files once at the start, so that no request reaches the disk. */
export function createPageFiles() {
  const files = new Map<string, PageFile>();
  for (const name of readdirSync(folder)) {
    if (/\.(html|css|ts|svg|ftl)$/.test(name)) files.set(name, prepare(name, readFileSync(new URL(name, folder))));
  }
  const modules = new URL('esm/', import.meta.resolve(fluent));
  for (const name of readdirSync(modules).filter((one) => one.endsWith('.js')))
    files.set(`fluent/${name}`, prepare(name, readFileSync(new URL(name, modules))));
  const fontFile = new URL(import.meta.resolve(font));
  files.set('vazirmatn.woff2', prepare('vazirmatn.woff2', readFileSync(fontFile)));

  return (c: Context, name: string): Response | undefined => {
    const file = files.get(name);
    if (!file) return undefined;
    const headers: Record<string, string> = { 'content-type': file.type, 'cache-control': 'no-cache', etag: file.tag };
    if (c.req.header('if-none-match') === file.tag) return new Response(null, { status: 304, headers });
    const zipped = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '') ? file.zipped : null;
    if (zipped) headers['content-encoding'] = 'gzip';
    return new Response(zipped ?? file.plain, { headers });
  };
}
