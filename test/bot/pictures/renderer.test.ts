import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createRenderer, type RendererDeps } from '#bot/pictures/renderer.ts';
import { readPng } from '#test/support/png.ts';
import { quiet } from '#test/support/shop.ts';

const square = (side: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="${side}" height="${side}" fill="#ff0000"/></svg>`;

function open(deps: Partial<RendererDeps> = {}) {
  const renderer = createRenderer({ log: quiet, ...deps });
  onTestFinished(() => renderer.close());
  return renderer;
}

describe('drawing', () => {
  test('two at the same time get their own picture', async () => {
    const { render } = open();
    const pictures = await Promise.all([render(square(10)), render(square(20)), render(square(30))]);
    expect(pictures.map((png) => readPng(png).width)).toEqual([10, 20, 30]);
    expect([...readPng(pictures[0] ?? new Uint8Array()).data.slice(0, 4)]).toEqual([255, 0, 0, 255]);
  });

  test('an invalid picture fails alone', async () => {
    const { render } = open();
    const [broken, whole] = await Promise.allSettled([render('<svg'), render(square(10))]);
    expect(broken).toMatchObject({ status: 'rejected' });
    expect(whole).toMatchObject({ status: 'fulfilled' });
  });
});

describe('the thread', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sharj-thread-'));
    // Echoes its input, and dies or hangs on request.
    const script = `import { parentPort } from 'node:worker_threads';
      parentPort.on('message', (svg) => {
        if (svg === 'throw') throw new Error('on purpose');
        if (svg === 'exit') process.exit(3);
        if (svg !== 'never') parentPort.postMessage({ png: Buffer.from(svg) });
      });`;
    await writeFile(join(folder, 'thread.mjs'), script);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));
  const thread = (deps: Partial<RendererDeps> = {}) =>
    open({ script: pathToFileURL(join(folder, 'thread.mjs')), ...deps });
  const text = async (png: Promise<Uint8Array>) => Buffer.from(await png).toString();

  test.each(['throw', 'exit'])(
    'dies (%s): that picture is lost, the next ones are drawn by a new thread',
    async (how) => {
      const { render } = thread();
      const [before, dead, after] = await Promise.allSettled([text(render('a')), text(render(how)), text(render('b'))]);
      expect(before).toMatchObject({ value: 'a' });
      // Known at once, not after the deadline.
      expect(dead).toMatchObject({ reason: { message: 'The picture thread ended.' } });
      expect(after).toMatchObject({ value: 'b' });
      expect(await text(render('c'))).toBe('c');
    },
  );

  test('hangs: the picture fails in time, and the next one gets a new thread', async () => {
    const { render } = thread({ deadlineMs: 800 });
    await expect(render('never')).rejects.toThrow('too long');
    expect(await text(render('a'))).toBe('a');
  });

  test('ends when idle, and starts again', async () => {
    const { render } = thread({ idleMs: 1 });
    expect(await text(render('a'))).toBe('a');
    await new Promise((rested) => setTimeout(rested, 20));
    expect(await text(render('b'))).toBe('b');
  });

  test('is closed while drawing: all promises settle, and nothing is drawn afterwards', async () => {
    const renderer = thread();
    const left = [renderer.render('never'), renderer.render('a')].map((one) =>
      one.catch((error: Error) => error.message),
    );
    await renderer.close();
    expect(await Promise.all(left)).toEqual(['The renderer is closed.', 'The renderer is closed.']);
    await expect(renderer.render('a')).rejects.toThrow('closed');
  });
});
