interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly format?: string;
}
interface Operation {
  readonly parameters?: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { schema: Schema }>> };
  readonly responses: Readonly<Record<string, { headers?: object; content?: Record<string, { schema: Schema }> }>>;
}
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/**
 * What clients rely on, a line each: `>` is what they send, `<` what they receive, `?` marks what may be absent. A webhook is
 * received, so its body is.
 */
export function apiSurface(description: Description): readonly string[] {
  const lines: string[] = [];
  for (const [path, operations] of Object.entries(description.paths))
    for (const [method, operation] of Object.entries(operations)) addOperation(`${method} ${path}`, operation, '>');
  for (const [name, operations] of Object.entries(description.webhooks))
    for (const operation of Object.values(operations)) addOperation(`webhook ${name}`, operation, '<');
  for (const [name, schema] of Object.entries(description.components.schemas)) addSchema(`< ${name}`, schema);
  // The facts that errors may have are the same for all of them.
  return [...new Set(lines.map((line) => line.replace(/^< .* [45]\d\d (\.\w+\?)/, '< errors $1')))].sort();

  function addOperation(call: string, { parameters = [], requestBody, responses }: Operation, way: '>' | '<'): void {
    lines.push(`< ${call}`);
    for (const { name, in: place, required, schema } of parameters)
      addSchema(`${way} ${call} ${place} ${name}${required ? '' : '?'}`, schema);
    for (const [type, { schema }] of Object.entries(requestBody?.content ?? {}))
      addSchema(`${way} ${call} ${type} `, schema);
    for (const [status, { headers = {}, content = {} }] of Object.entries(responses)) {
      for (const name of Object.keys(headers)) lines.push(`< ${call} ${status} header ${name}`);
      for (const { schema } of Object.values(content)) addSchema(`< ${call} ${status} `, schema);
    }
  }

  function addSchema(at: string, schema: Schema): void {
    const { $ref, type, properties = {}, required = [], items, anyOf = [], enum: values = [], ...more } = schema;
    const bounds = (['const', 'pattern', 'minLength', 'maxLength', 'format'] as const).flatMap((name) =>
      more[name] === undefined ? [] : [`${name} ${more[name]}`],
    );
    lines.push([`${at}:`, $ref?.split('/').at(-1), type, ...bounds].filter(Boolean).join(' '));
    for (const value of values) lines.push(`${at} = ${value}`);
    for (const [name, one] of Object.entries(properties))
      addSchema(`${at}.${name}${required.includes(name) ? '' : '?'}`, one);
    if (items) addSchema(`${at}[]`, items);
    for (const one of anyOf) addSchema(`${at}|`, one);
  }
}

/** What a client that was made for the older surface trips over. */
export function breaksBetween(older: readonly string[], newer: readonly string[]): readonly string[] {
  const has = (lines: readonly string[], line: string) => lines.includes(line);
  // What clients may leave out may also be sent, and what always comes may also be taken as sometimes absent.
  const removed = older.filter(
    (line) => !has(newer, line) && !(line.startsWith('<') ? isLooser(line, newer) : isStricter(line, newer)),
  );
  const demanded = newer.filter(
    (line) => line.startsWith('>') && !has(older, line) && isDemand(line) && !isNewCall(line, older),
  );
  return [...removed.map((line) => `removed: ${line}`), ...demanded.map((line) => `demanded: ${line}`)];
}

const looser = (line: string) => line.replaceAll('?', '');
const isLooser = (line: string, others: readonly string[]) =>
  line.includes('?') && others.some((one) => looser(one) === looser(line) && count(one) <= count(line));
const isStricter = (line: string, others: readonly string[]) =>
  others.some((one) => looser(one) === looser(line) && count(one) >= count(line));
const count = (line: string) => line.split('?').length;
const isDemand = (line: string) => !/^> [^:]*\?/.test(line) && !line.includes(' = ');
const callOf = (line: string) => line.split(' ').slice(1, 3).join(' ');
const isNewCall = (line: string, older: readonly string[]) => !older.includes(`< ${callOf(line)}`);
