import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { readBody } from '#read-body.ts';
import type { DevPanel } from './dev-panel.ts';
import type { ActionResult } from './page/protocol.ts';
import { BotRefused } from './telegram/managed-bots.ts';
import type { Conversation, Reaction } from './telegram/people/conversation.ts';
import type { Person } from './telegram/people/people.ts';
import type { Telegram } from './telegram/telegram.ts';

const index = z.int().min(0).max(100);
const place = { row: index, column: index };
const messageId = z.int().positive();

/** Actions of a person. The bot's answers arrive as events. */
const wantedAction = z.discriminatedUnion('do', [
  z.object({ do: z.literal('type'), text: z.string().trim().min(1).max(4_096) }),
  z.object({ do: z.literal('press'), message: messageId, ...place }),
  z.object({ do: z.literal('key'), ...place }),
  z.object({ do: z.literal('contact'), name: z.string().max(64), phone: z.string().max(20) }),
  z.object({ do: z.literal('own-contact') }),
  z.object({ do: z.literal('sticker'), emoji: z.string().min(1).max(16) }),
  z.object({ do: z.literal('location') }),
  z.object({ do: z.literal('photo'), bytes: z.base64().max(8_000_000) }),
  z.object({ do: z.literal('open'), link: z.string().max(300) }),
  z.object({ do: z.literal('create-bot'), ...place, name: z.string().max(200), username: z.string().max(200) }),
]);

const faultChange = z.object({
  endpoint: z.enum(['purchase', 'offers', 'products', 'filter']),
  fault: z.string().max(20).nullable(),
  times: z.int().positive().max(1_000).nullable(),
});

const bankFaultChange = faultChange.omit({ endpoint: true });

const botChange = z.object({ do: z.enum(['start', 'stop', 'kill']) });

const maxBody = 8_100_000;
const now = { wait: false } as const;

function perform(person: Conversation, wanted: z.infer<typeof wantedAction>): Promise<Reaction> {
  switch (wanted.do) {
    case 'type':
      return person.type(wanted.text, now);
    case 'press':
      return person.press({ row: wanted.row, column: wanted.column }, { ...now, message: wanted.message });
    case 'key':
      return person.press({ row: wanted.row, column: wanted.column }, { ...now, underInput: true });
    case 'contact':
      return person.shareContact({ first_name: wanted.name, phone_number: wanted.phone }, now);
    case 'own-contact':
      return person.shareContact(undefined, now);
    case 'sticker':
      return person.sendSticker(wanted.emoji, now);
    case 'location':
      return person.sendLocation(undefined, undefined, now);
    case 'photo':
      return person.sendPhoto({ bytes: Buffer.from(wanted.bytes, 'base64') }, now);
    case 'open':
      return person.open(wanted.link, now);
    case 'create-bot': {
      const { row, column, name, username } = wanted;
      return person.createBot({ ...now, name, username, button: { row, column } });
    }
  }
}

const told = ({ copied, opened, payment }: Reaction): ActionResult => ({
  copied: copied ?? null,
  opened: opened ?? null,
  payment: payment?.outcome ?? null,
  problem: payment?.outcome === 'declined' ? payment.error : null,
});

const nothing: ActionResult = { copied: null, opened: null, payment: null, problem: null };

type PageApi = Hono<{ Variables: { body: string } }>;
type ApiContext = Context<{ Variables: { body: string } }>;

function bodyOf<T>(c: ApiContext, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.safeParse(JSON.parse(c.get('body'))).data;
  } catch {
    return undefined;
  }
}

const badRequest = (c: ApiContext) => c.json({ problem: 'The request is not understood.' }, 400);

/** The page's requests, except the events. */
export function createApi(deps: {
  readonly telegram: Telegram;
  readonly people: ReadonlyMap<number, Person>;
  /** Null for a page without a panel. */
  readonly devPanel: DevPanel | null;
}): PageApi {
  const { telegram, people, devPanel } = deps;
  const api: PageApi = new Hono<{ Variables: { body: string } }>().basePath('/api');

  api.use(async (c, next) => {
    // A form on another site cannot send this content type without a preflight.
    const isJson = /^application\/json\b/.test(c.req.header('content-type') ?? '');
    if (c.req.method !== 'GET' && !isJson) return c.json({ problem: 'JSON only.' }, 415);
    await next();
    return undefined;
  });
  api.use(async (c, next) => {
    const body = c.req.method === 'GET' ? new Uint8Array() : await readBody(c.req.raw, maxBody);
    if (body === null) return c.json({ problem: 'Too large.' }, 413);
    c.set('body', Buffer.from(body).toString('utf8'));
    await next();
    return undefined;
  });

  api.post('/people/:id', async (c) => {
    const person = people.get(Number(c.req.param('id')));
    const name = c.req.query('bot');
    const bot = name === undefined ? telegram.bot : telegram.bots().find(({ user }) => user.username === name);
    const wanted = bodyOf(c, wantedAction);
    if (!person) return c.json({ problem: 'There is no such person.' }, 404);
    if (!bot) return c.json({ problem: 'There is no such bot.' }, 404);
    if (!wanted) return badRequest(c);
    try {
      return c.json(told(await perform(person.with(bot), wanted)));
    } catch (error) {
      // Reports problems such as a button just edited away or an invalid picture, and the page continues.
      const words = error instanceof Error ? (error.message.split('; ')[0] ?? '') : 'It did not work.';
      const problem = error instanceof BotRefused ? error.problem : words;
      return c.json({ ...nothing, problem } satisfies ActionResult, 409);
    }
  });

  if (devPanel) addPanelRoutes(api, people, devPanel);

  api.get('/files/:id', (c) => {
    const file = telegram.file(c.req.param('id'));
    if (!file) return c.json({ problem: 'There is no such file.' }, 404);
    const picture = pictureType(file.bytes);
    const name = encodeURIComponent(file.name ?? 'file');
    return c.body(Uint8Array.from(file.bytes), 200, {
      'content-type': picture ?? 'application/octet-stream',
      'content-disposition': picture ? 'inline' : `attachment; filename*=UTF-8''${name}`,
      'cache-control': 'private, max-age=3600',
    });
  });

  api.notFound((c) => c.json({ problem: 'There is nothing here.' }, 404));
  api.onError((_, c) => c.json({ problem: 'It did not work.' }, 500));
  return api;
}

/** The requests of the panel's buttons. */
function addPanelRoutes(api: PageApi, people: ReadonlyMap<number, Person>, devPanel: DevPanel): void {
  api.post('/people/:id/forward', async (c) => {
    const person = people.get(Number(c.req.param('id')));
    if (!person) return c.json({ problem: 'There is no such person.' }, 404);
    await devPanel.bringForward(person.id);
    return c.json({});
  });

  api.post('/faults', async (c) => {
    const change = bodyOf(c, faultChange);
    if (!change) return badRequest(c);
    await devPanel.setFault(change);
    return c.json({});
  });

  api.post('/bank-faults', async (c) => {
    const change = bodyOf(c, bankFaultChange);
    if (!change) return badRequest(c);
    await devPanel.setBankFault(change);
    return c.json({});
  });

  api.post('/bot', async (c) => {
    const change = bodyOf(c, botChange);
    if (!change) return badRequest(c);
    await devPanel.bot[change.do]();
    return c.json({ state: devPanel.bot.state() });
  });

  api.post('/start-over', (c) => {
    devPanel.startOver();
    return c.json({}, 202);
  });

  api.post('/backup', async (c) => {
    await devPanel.backUp();
    return c.json({});
  });

  api.post('/restore', (c) => {
    devPanel.restore();
    return c.json({}, 202);
  });

  api.post('/token', async (c) => {
    await devPanel.makeToken();
    return c.json({});
  });

  api.post('/token/run', async (c) => {
    await devPanel.runLine();
    return c.json({});
  });
}

/** Tells the type by the first bytes, because a declared picture may be an HTML page with a script. */
function pictureType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('GIF8')) return 'image/gif';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : null;
}
