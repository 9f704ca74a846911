/** The part of Prometheus's query language that our alert rules use, evaluated over scrapes of `/metrics`. */

export interface Scrape {
  readonly seconds: number;
  readonly text: string;
}

interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

type Series = readonly { readonly seconds: number; readonly samples: readonly Sample[] }[];

const token = /\s*("[^"]*"|\d+[smh](?![\w])|[\d.]+|\w+|=~|!=|<=|>=|==|[-+*/<>(){}[\],=])/y;
const unitSeconds = { s: 1, m: 60, h: 3_600 } as const;

/** The samples of an instant query at the time of the last scrape. */
export function evaluate(expression: string, scrapes: readonly Scrape[]): readonly Sample[] {
  const tokens = tokensOf(expression);
  const all = scrapes.map(({ seconds, text }) => ({ seconds, samples: samplesIn(text) }));
  const end = all.at(-1)?.seconds ?? 0;
  let at = 0;
  const peek = () => tokens[at] ?? '';
  const take = (wanted?: string): string => {
    const found = tokens[at] ?? '';
    if (wanted !== undefined && found !== wanted) throw new Error(`expected ${wanted}, found ${found}: ${expression}`);
    at += 1;
    return found;
  };
  const among = (words: readonly string[]) => words.includes(peek());

  const union = () => {
    let left = comparison();
    while (among(['or', 'unless'])) {
      const operator = take();
      const right = comparison();
      const lacks = (these: readonly Sample[], one: Sample) => !these.some((other) => isSame(one, other));
      if (operator === 'or') left = [...left, ...right.filter((one) => lacks(left, one))];
      else left = left.filter((one) => lacks(right, one));
    }
    return left;
  };
  const comparison = () => {
    const left = quotient();
    if (!among(['==', '<', '>'])) return left;
    const operator = take();
    const limit = Number(take());
    return left.filter(({ value }) =>
      operator === '==' ? value === limit : operator === '<' ? value < limit : value > limit,
    );
  };
  const quotient = () => {
    const left = unary();
    if (peek() !== '/') return left;
    take();
    const right = unary();
    return left.flatMap((one) => {
      const other = right.find((candidate) => isSame(one, candidate));
      return other ? [{ ...one, value: one.value / other.value }] : [];
    });
  };
  const unary = (): readonly Sample[] => {
    const word = take();
    if (word === '(') return closed(union());
    if (word === 'vector') {
      take('(');
      return closed([{ labels: {}, value: Number(take()) }]);
    }
    if (word === 'absent') {
      take('(');
      return closed(union().length === 0 ? [{ labels: {}, value: 1 }] : []);
    }
    if (word === 'rate' || word === 'increase') {
      take('(');
      return closed(grown(take(), word === 'rate'));
    }
    if (word === 'sum' || word === 'max' || word === 'min') return aggregate(word);
    return select(word, all.slice(-1))[0]?.samples ?? [];
  };
  const closed = <T>(value: T): T => {
    take(')');
    return value;
  };
  const aggregate = (how: 'sum' | 'max' | 'min') => {
    const by: string[] = [];
    if (peek() === 'by') {
      take();
      take('(');
      while (peek() !== ')') by.push(take());
      take(')');
    }
    take('(');
    const groups = Map.groupBy(closed(union()), ({ labels }) =>
      JSON.stringify(by.map((name) => [name, labels[name] ?? ''])),
    );
    return [...groups].map(([key, members]) => {
      const values = members.map(({ value }) => value);
      const value = how === 'sum' ? values.reduce((sum, one) => sum + one, 0) : Math[how](...values);
      return { labels: Object.fromEntries(JSON.parse(key) as [string, string][]), value };
    });
  };
  const select = (name: string, from: Series): Series => {
    const matchers: ((labels: Sample['labels']) => boolean)[] = [({ __name__ }) => __name__ === name];
    if (peek() === '{') {
      take();
      while (peek() !== '}') {
        const label = take();
        const operator = take();
        const wanted = take().slice(1, -1);
        matchers.push((labels) =>
          operator === '=~' ? new RegExp(`^(?:${wanted})$`).test(labels[label] ?? '') : labels[label] === wanted,
        );
        if (peek() === ',') take();
      }
      take('}');
    }
    return from.map(({ seconds, samples }) => ({
      seconds,
      samples: samples.filter(({ labels }) => matchers.every((fits) => fits(labels))),
    }));
  };
  /** Like Prometheus, a series needs two samples: what appears once has not grown. */
  const grown = (name: string, isRate: boolean) => {
    const found = select(name, all);
    take('[');
    const span = take();
    take(']');
    const seconds = Number.parseInt(span, 10) * unitSeconds[span.at(-1) as keyof typeof unitSeconds];
    const inRange = found.filter((one) => one.seconds > end - seconds);
    return (inRange.at(-1)?.samples ?? []).flatMap((last) => {
      const first = inRange.slice(0, -1).flatMap(({ samples }) => samples.filter((one) => isSame(one, last)))[0];
      return first ? [{ ...last, value: (last.value - first.value) / (isRate ? seconds : 1) }] : [];
    });
  };

  const result = union();
  if (at < tokens.length) throw new Error(`not understood from ${peek()} on: ${expression}`);
  return result;
}

function tokensOf(expression: string): readonly string[] {
  const found: string[] = [];
  token.lastIndex = 0;
  while (expression.slice(token.lastIndex).trim() !== '') {
    const from = token.lastIndex;
    const [, one] = token.exec(expression) ?? [];
    if (one === undefined) throw new Error(`not understood: ${expression.slice(from)}`);
    found.push(one);
  }
  return found;
}

function samplesIn(text: string): readonly Sample[] {
  return [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)].map(([, name = '', labels = '', value]) => ({
    labels: {
      __name__: name,
      job: 'sharj',
      ...Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key = '', its = '']) => [key, its])),
    },
    value: Number(value),
  }));
}

const isSame = (one: Sample, other: Sample): boolean =>
  JSON.stringify(Object.entries(one.labels).sort()) === JSON.stringify(Object.entries(other.labels).sort());
