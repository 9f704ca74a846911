import { parseArgs } from 'node:util';

/** Understands the `curl` options of the banners and refuses any other. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    silent: { type: 'boolean', short: 's' },
    'show-error': { type: 'boolean', short: 'S' },
    noproxy: { type: 'string' },
    request: { type: 'string', short: 'X' },
    header: { type: 'string', short: 'H', multiple: true, default: [] },
    data: { type: 'string', short: 'd' },
  },
});
const headers = new Headers(values.data === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' });
for (const header of values.header) {
  const [name = '', ...value] = header.split(':');
  headers.set(name, value.join(':').trim());
}
const [url = ''] = positionals;
const answer = await fetch(url, {
  method: values.request ?? (values.data === undefined ? 'GET' : 'POST'),
  headers,
  body: values.data ?? null,
});
process.stdout.write(await answer.text());
