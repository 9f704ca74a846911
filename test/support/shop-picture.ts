import { createRenderer } from '#bot/pictures/renderer.ts';
import { box, element, picture } from '#bot/pictures/svg.ts';
import { quiet } from './shop.ts';

/** A sign on orange, wider than high: a PNG. */
export async function shopPhoto(): Promise<Uint8Array> {
  const renderer = createRenderer({ log: quiet });
  try {
    return await renderer.render(
      picture(
        640,
        480,
        box({ x: 0, y: 0, width: 640, height: 480, fill: '#e8772e' }),
        element('circle', { cx: 320, cy: 240, r: 150, fill: '#ffffff' }),
        element('path', { d: 'M335 120l-95 140h70l-25 105 115-155h-75z', fill: '#17212b' }),
      ),
    );
  } finally {
    await renderer.close();
  }
}
