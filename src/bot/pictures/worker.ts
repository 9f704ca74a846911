import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

/** Draws one picture after another, beside the thread that serves people: each takes tenths of a second. */

const at = (name: string): URL => new URL(import.meta.resolve(name));
// The whole font: of one that comes in parts, Persian and Latin in one line would have to be put together by hand.
const fonts = ['Regular', 'Bold'].map((name) => readFile(at(`vazirmatn/fonts/ttf/Vazirmatn-${name}.ttf`)));

await initWasm(await readFile(at('@resvg/resvg-wasm/index_bg.wasm')));
const font = { fontBuffers: await Promise.all(fonts), defaultFontFamily: 'Vazirmatn', loadSystemFonts: false };

parentPort?.on('message', (svg: string) => {
  try {
    const drawing = new Resvg(svg, { font });
    const picture = drawing.render();
    const png = picture.asPng();
    picture.free();
    drawing.free();
    parentPort?.postMessage({ png });
  } catch (error) {
    parentPort?.postMessage({ problem: error instanceof Error ? error.message : String(error) });
  }
});
