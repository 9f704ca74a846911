import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { initWasm, Resvg } from '@resvg/resvg-wasm';

const at = (name: string): URL => new URL(import.meta.resolve(name));
// The full font: the split one cannot mix Persian and Latin in one line.
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
