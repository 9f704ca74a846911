import { comparison, figures } from './figures.ts';

// One figure in its own process: no figure inherits another's heap, compiled code or open handles.

const [name = '', size, against = null] = process.argv.slice(2);
const load = against === null ? figures[name] : comparison.against;
if (!load) throw new Error(`There is no figure "${name}".`);
const { figure } = await load();
for await (const found of figure({ quick: size === 'quick', whole: size === 'whole', against })) process.send?.(found);
process.disconnect?.();
