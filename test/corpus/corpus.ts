import { readFileSync } from 'node:fs';
import { readingsOf } from '#domain/amount.ts';
import { foldText } from '#domain/fold-text.ts';
import { defaultOperators } from '#domain/operators.ts';
import { unspacedMobile } from '#domain/phone.ts';
import { type Reading, readText } from '#domain/reading/reading.ts';
import { type Meaning, meaningOf, type PersonFacts, type Recipient } from '#shop/meaning/meaning.ts';

/** Whoever writes a sentence of the corpus. */
const people = ['new', 'delivered', 'under-way', 'transfer', 'slip', 'conversation', 'agent', 'owner'] as const;
export type Writer = (typeof people)[number];

export interface Row {
  readonly sentence: string;
  readonly writer: Writer;
  /** Its intent, and after it the fields: `buy to=0912… size=10gb days=30`. */
  readonly meaning: string;
}

export const corpusLanguages = ['fa', 'finglish', 'en', 'ar'] as const;
export type CorpusLanguage = (typeof corpusLanguages)[number];

/** A line is a meaning, with `@writer` unless that is a new person; indented below it are its sentences. */
export function readCorpus(name: string): Row[] {
  let meaning = '';
  let writer: Writer = 'new';
  const rows: Row[] = [];
  for (const line of readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8').split('\n')) {
    if (line.startsWith('  ')) rows.push({ sentence: line.trim().replaceAll('\\n', '\n'), writer, meaning });
    else if (line !== '') {
      const [said = '', who = 'new'] = line.split(' @');
      meaning = said.trim();
      writer = people.find((one) => one === who) ?? 'new';
    }
  }
  return rows;
}

const names = [
  ['مامان', '989121112233'],
  ['علی', '989351112233'],
  ['mom', '989121112233'],
  ['maman', '989121112233'],
  ['ali', '989351112233'],
  ['أمي', '989121112233'],
].map(([name = '', mobile = '']) => ({ name: foldText(name), mobiles: [mobile] }));

const factsOf = (writer: Writer): PersonFacts => ({
  names: writer === 'new' ? [] : names,
  awaitsSlip: writer === 'transfer' || writer === 'slip',
  sells: writer === 'agent' || writer === 'owner',
});

/** What the shop understands, as a row of the corpus says it. */
export function understood({ sentence, writer }: Pick<Row, 'sentence' | 'writer'>): string {
  const reading = readText(sentence, defaultOperators);
  const meaning = meaningOf(reading, factsOf(writer));
  return [intentOf(meaning), ...fieldsOf(meaning, reading)].join(' ');
}

function intentOf(meaning: Meaning): string {
  if (meaning.kind === 'order') return meaning.about;
  if (meaning.kind === 'price') return meaning.cheapest ? 'cheapest' : 'price';
  return meaning.kind === 'unknown' ? 'none' : meaning.kind;
}

const withItem: readonly Meaning['kind'][] = ['buy', 'list', 'price', 'pay', 'sent'];

function fieldsOf(meaning: Meaning, reading: Reading): string[] {
  const to = 'to' in meaning ? toOf(meaning.to) : [];
  const mobile = 'mobile' in meaning && meaning.mobile !== null ? [`to=${unspacedMobile(meaning.mobile)}`] : [];
  const code =
    'code' in meaning && meaning.code !== null ? [`code=${meaning.code.toUpperCase().replace('-', '')}`] : [];
  return [...to, ...mobile, ...(withItem.includes(meaning.kind) ? itemOf(reading) : []), ...code];
}

function toOf(to: Recipient): string[] {
  switch (to.kind) {
    case 'mobile':
      return [`to=${unspacedMobile(to.mobile)}`];
    case 'name':
      return [`name=${to.saved.mobiles[0]}`];
    case 'self':
      return ['self'];
    case 'unsaid':
      return [];
  }
}

const daysOf: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };

function itemOf({ figures: { money, bare, search, operatorId, wants } }: Reading): string[] {
  const [, size = '', unit = ''] = /([\d.]+) ([gmt]b)/.exec(search) ?? [];
  const [, count = '1', time = ''] = /(?:([\d.]+) )?(day|week|month|year)/.exec(search) ?? [];
  const [figure] = [...money, ...bare];
  const amount = figure ? (readingsOf({ ...figure, unit: figure.unit ?? 'toman' }, 'toman').likely[0] ?? 0) / 10 : 0;
  return [
    ...(size === '' ? [] : [`size=${size}${unit}`]),
    ...(time === '' ? [] : [`days=${Number(count) * (daysOf[time] ?? 0)}`]),
    ...(operatorId === null ? [] : [`op=${operatorId}`]),
    ...(amount === 0 || size !== '' ? [] : [`money=${amount}`]),
    ...(wants === 'topup' && amount > 0 ? ['kind=topup'] : []),
  ];
}

/** Both as sets of fields. Of a top-up the kind goes without saying. */
export function isUnderstood(row: Row): boolean {
  const fields = (meaning: string) =>
    meaning
      .replace(
        /name=(\S+)/,
        (_, name: string) => `name=${names.find((one) => one.name === foldText(name))?.mobiles[0] ?? name}`,
      )
      .replace(/(code=\w+)-/, '$1')
      .split(' ')
      .filter((field) => field !== 'kind=topup' && field !== 'kind=package')
      .toSorted()
      .join(' ');
  return fields(understood(row)) === fields(row.meaning);
}
