import { figures } from './figures.ts';

// One figure in its own process: no figure inherits another's heap, compiled code or open handles.

const [name = '', size] = process.argv.slice(2);
const load = figures[name];
if (!load) throw new Error(`There is no figure "${name}".`);
const { figure } = await load();
for await (const found of figure({ quick: size === 'quick' })) process.send?.(found);
process.disconnect?.();
