import type { Bot } from 'grammy';
import type { Message } from 'grammy/types';
import { ownBotActions } from '#bot/actions/agent-bots.ts';
import { homeActions } from '#bot/actions/home.ts';
import type { BotContext } from '#bot/kit/context.ts';
import { failureReply } from '#bot/kit/failure.ts';
import { defineFeature, type Feature, type Handlers } from '#bot/kit/feature.ts';
import { isolated } from '#bot/kit/formatter.ts';
import { promptScreen } from '#bot/kit/navigation.ts';
import type { BotRequest, HandlerResult, Reply } from '#bot/kit/request.ts';
import type { Parts } from '#bot/parts.ts';
import { maskedToken } from '#bot/telegram/bot-tokens.ts';
import type { Failure } from '#domain/failure.ts';
import { err, type Result } from '#domain/result.ts';
import { sealedIn } from '#shop/base/seal.ts';
import type { AgentBot } from '#shop/connecting/agent-bots/agent-bots.ts';
import { openBotButton, ownBotScreen, passphraseScreen, removeBotScreen } from './screens.ts';

/** What the messenger says of a token; null: it does not answer. */
export type AskToken = (
  token: string,
) => Promise<{ readonly id: number; readonly username: string } | 'refused' | null>;

export type OwnBot = ReturnType<typeof createOwnBot>;

/** The agent's own bot: made through this one, or connected by its token. */
export function createOwnBot(
  { agentBots, apiAccess, forgetMessage, notify }: Parts,
  bot: Pick<Bot<BotContext>, 'api' | 'botInfo'>,
  ask: AskToken,
) {
  const { seal } = agentBots;

  /** Null: none is allowed. What was connected before can still be seen and removed, also by an agent who is none any more. */
  async function ownOf({ person }: BotRequest): Promise<AgentBot | null> {
    const own = await agentBots.of(person.id);
    return own && (own.bot !== null || mayConnect(person, own)) ? own : null;
  }

  const mayConnect = ({ role }: BotRequest['person'], { isAllowed }: AgentBot): boolean =>
    isAllowed && role === 'agent';

  const closed = ({ format }: BotRequest): Reply => ({
    screen: promptScreen(format, format.html('own-bot-closed'), homeActions.settings()),
  });

  const failWith = ({ format }: BotRequest, failure: Failure): Reply =>
    failureReply(format, failure, ownBotActions.ownBot());

  const whereOpen =
    <Values>(handle: (request: BotRequest, own: AgentBot, values: Values) => Promise<HandlerResult>) =>
    async (request: BotRequest, values: Values): Promise<HandlerResult> => {
      const own = await ownOf(request);
      return own ? handle(request, own, values) : closed(request);
    };

  /** Opens Telegram's page with a name and a username to confirm. */
  function makeUrl({ person, format }: BotRequest, { lastBotId }: AgentBot): string | null {
    const { username, can_manage_bots: canManage } = bot.botInfo;
    if (canManage !== true) return null;
    const name = format.plain('own-bot-name', { name: person.name.slice(0, 48).toWellFormed() });
    // The bot of before still has the first one.
    const suggested = `shop${person.id}${lastBotId === null ? '' : `_${lastBotId % 10_000}`}_bot`;
    return `${format.messenger.linkRoot}/newbot/${username}/${suggested}?name=${encodeURIComponent(name)}`;
  }

  async function page(request: BotRequest, own: AgentBot): Promise<Reply> {
    const hasApi = (await apiAccess.of(request.person.id)) !== null;
    const data = { own, makeUrl: makeUrl(request, own), mayConnect: mayConnect(request.person, own), hasApi };
    return { screen: ownBotScreen(request.format, data) };
  }

  /** A token of BotFather, which arrived sealed. */
  async function connect(personId: number, sealed: string, isManaged: boolean): Promise<Result<boolean, Failure>> {
    const token = seal?.open(sealed) ?? null;
    if (token === null) return err({ code: 'bot-token-refused' });
    const asked = await ask(token);
    if (asked === null) return err({ code: 'bot-unreachable' });
    if (asked === 'refused') return err({ code: 'bot-token-refused' });
    // Our own token in the hands of an agent would let them speak for the shop.
    if (asked.id === bot.botInfo.id) return err({ code: 'bot-taken' });
    return agentBots.connect(personId, { ...asked, token: sealed, isManaged });
  }

  /** Null: no token in it. The message with it is deleted, also a stranger's; one with a token that was cut, an agent's. */
  async function readToken(request: BotRequest, message: Message): Promise<Reply | null> {
    if (!seal && hasToken(message)) {
      await forgetMessage(message.chat.id, message.message_id);
      return closed(request);
    }
    const sealed = sealedOf(message);
    if (sealed === null && !cutToken.test(message.text?.trim() ?? '')) return null;
    const own = await ownOf(request);
    const isOpen = own !== null && mayConnect(request.person, own);
    if (sealed === null && !isOpen) return null;
    await forgetMessage(message.chat.id, message.message_id);
    if (!isOpen) return closed(request);
    if (sealed === null) return failWith(request, { code: 'bot-token-refused' });
    const connected = await connect(request.person.id, sealed, false);
    if (!connected.ok) return failWith(request, connected.error);
    return page(request, (await ownOf(request)) ?? own);
  }

  /**
   * A bot was made through this one, or its token or its owner changed. Null: not by an agent who may have one, or of a bot
   * that they removed or have another for.
   */
  async function takeManaged(personId: number, botId: number): Promise<Result<boolean, Failure> | null> {
    const own = await agentBots.of(personId);
    if (!seal || !own?.isAllowed) return null;
    if (own.bot === null ? own.lastBotId === botId : own.bot.id !== botId) return null;
    return connect(personId, seal.close(await bot.api.getManagedBotToken(botId)), true);
  }

  /** The username of the bot that they have beside this one; null: none. */
  async function otherThan(personId: number, botId: number): Promise<string | null> {
    const own = await agentBots.of(personId);
    return own?.isAllowed && own.bot && own.bot.id !== botId ? own.bot.username : null;
  }

  /** Telegram reports a bot that was made through this one. */
  async function onManaged({ managedBot }: BotContext): Promise<void> {
    if (!managedBot) return;
    const { user, bot: made } = managedBot;
    const taken = await takeManaged(user.id, made.id);
    const other = taken === null ? await otherThan(user.id, made.id) : null;
    const username = made.username ?? '';
    if (other !== null)
      await notify(user.id, (format) =>
        format.html('own-bot-other', { made: isolated(`@${username}`), bot: isolated(`@${other}`) }),
      );
    if (taken?.ok && taken.value)
      await notify(
        user.id,
        (format) => format.html('notice-bot-made'),
        (format) => openBotButton(format, username),
      );
  }

  /** The service message about it: shown as the page of the bot. */
  async function readManaged(request: BotRequest, message: Message): Promise<Reply | null> {
    const botId = message.managed_bot_created?.bot.id;
    if (botId === undefined) return null;
    const takeResult = await takeManaged(request.person.id, botId);
    if (takeResult && !takeResult.ok) return failWith(request, takeResult.error);
    const own = await ownOf(request);
    return own ? page(request, own) : closed(request);
  }

  const handlers: Handlers<typeof ownBotActions> = {
    ownBot: whereOpen(page),
    askRemoveOwnBot: whereOpen(async (request, own) => {
      if (own.bot === null) return page(request, own);
      const ways = { yes: ownBotActions.removeOwnBot(), back: ownBotActions.ownBot() };
      return { screen: removeBotScreen(request.format, own, { ...ways, question: 'remove-own-bot' }) };
    }),
    removeOwnBot: whereOpen(async (request) => {
      const removal = await agentBots.remove(request.person.id, request.person.id);
      return removal.ok ? { redirect: ownBotActions.ownBot() } : failWith(request, removal.error);
    }),
    ownPassphrase: whereOpen(async (request, own) => {
      const passphrase = await agentBots.passphraseOf(request.person.id);
      return passphrase === null ? page(request, own) : { screen: passphraseScreen(request.format, passphrase) };
    }),
  };

  const feature: Feature = defineFeature(ownBotActions, handlers);

  return { feature, readToken, readManaged, onManaged };
}

/** What is left of a token that was not copied whole; not a number and an amount. */
const cutToken = /^\d{6,12}:(?=[\w-]*[A-Za-z])[\w-]{10,64}$/;

const textOf = ({ text, caption }: Message): string => text ?? caption ?? '';

const sealedOf = (message: Message): string | null => sealedIn(textOf(message));

/** A token of a bot, sealed or masked when it arrived: a secret, wherever it was written. */
export const hasToken = (message: Message | undefined): boolean =>
  message !== undefined && (sealedOf(message) !== null || maskedToken.test(textOf(message)));
