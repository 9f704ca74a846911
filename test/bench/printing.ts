import { cpus, totalmem } from 'node:os';
import type { Line } from './figure.ts';

/** Three significant digits. */
function figureText(value: number): string {
  if (!Number.isFinite(value)) return '–';
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const withUnit = (value: number, unit: string) =>
  unit === 'x' ? `${figureText(value)}x` : `${figureText(value)} ${unit}`;
const goalText = ({ goal, bound, unit }: Line) =>
  goal === null
    ? ''
    : `${bound === 'at most' ? '≤' : '≥'} ${unit === 'x' ? `${goal}x` : `${goal.toLocaleString('en')} ${unit}`}`;
const spreadText = ({ spread }: Line) => (spread ? `${figureText(spread[0])} … ${figureText(spread[1])}` : '');
const verdict = ({ ok }: Line) => (ok === null ? '' : ok ? 'ok' : 'MISSED');

const columns = [54, 14, 22, 12, 6] as const;
const aligned = (cells: readonly string[]) =>
  cells
    .map((cell, at) => (at === 0 ? cell.padEnd(columns[at]) : cell.padStart(columns[at] ?? 0)))
    .join('  ')
    .trimEnd();

export const heading = (): string => aligned(['', 'median', 'lowest … highest', 'goal', '']);

export const row = (found: Line): string =>
  aligned([found.name, withUnit(found.value, found.unit), spreadText(found), goalText(found), verdict(found)]);

export function asJson({ name, value, unit, goal, ok, ...rest }: Line): string {
  return JSON.stringify({ name, value: Number(value.toPrecision(6)), unit, goal, ok, ...rest });
}

/** The machine and the date. */
export function machine(): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `${day}, ${cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${memory} GiB, Node ${process.versions.node}`;
}
