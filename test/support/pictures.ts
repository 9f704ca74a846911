import { mkdir, writeFile } from 'node:fs/promises';
import { chartPicture } from '#bot/pictures/chart.ts';
import { receiptPicture } from '#bot/pictures/receipt.ts';
import { createRenderer } from '#bot/pictures/renderer.ts';
import { createLog } from '#log.ts';
import { pictureCases } from './picture-cases.ts';

/** Writes the bot's pictures to files: `npm run pictures`. */
const folder = 'data/pictures';
const renderer = createRenderer({ log: createLog('info') });
await mkdir(folder, { recursive: true });
for (const { name, view, chart, receipt } of pictureCases()) {
  const svg = chart ? chartPicture(view, chart) : receiptPicture(view, receipt);
  await writeFile(`${folder}/${name}.png`, await renderer.render(svg));
}
await renderer.close();
