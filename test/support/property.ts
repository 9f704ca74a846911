import fc from 'fast-check';
import { inject } from 'vitest';

fc.configureGlobal({ seed: inject('seed') });

/** Of all characters; faster by seconds than fast-check's own strings of them. */
export const anyText = (maxLength: number) =>
  fc
    .array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength })
    .map((codes) => String.fromCodePoint(...codes).toWellFormed());

/** fast-check with the seed of the run. */
export default fc;
