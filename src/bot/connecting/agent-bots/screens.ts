import { adminActions } from '#bot/actions/admin.ts';
import { agentBotActions, ownBotActions } from '#bot/actions/agent-bots.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { homeActions } from '#bot/actions/home.ts';
import { apiActions } from '#bot/actions/reselling.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, isolated, untrusted } from '#bot/kit/formatter.ts';
import { pageSize } from '#bot/kit/navigation.ts';
import { key, page } from '#bot/kit/page.ts';
import { seenLength, shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { type Button, button, type Screen } from '#bot/kit/screen.ts';
import type { AgentBot } from '#shop/connecting/agent-bots/agent-bots.ts';

const nameOf = ({ bot }: AgentBot): string => isolated(`@${bot?.username ?? ''}`);

export const openBotButton = (format: Formatter, username: string): Button => ({
  label: format.plain('key-open-bot'),
  url: `${format.messenger.linkRoot}/${username}`,
});

/** What it does now. */
function stateLine(format: Formatter, { bot, isAllowed, isPaused, maySell, problem }: AgentBot): string {
  if (bot === null) return format.html('bot-none');
  if (problem !== null) return format.html(`bot-problem-${problem}`);
  if (!isAllowed) return format.html('bot-forbidden');
  if (isPaused) return format.html('bot-paused');
  return format.html(maySell ? 'bot-running' : 'bot-not-selling');
}

interface OwnBotData {
  readonly own: AgentBot;
  /** Opens the messenger's own page for a new bot; null: it has none. */
  readonly makeUrl: string | null;
  /** False: what there is can be seen and removed, no more. */
  readonly mayConnect: boolean;
  readonly hasApi: boolean;
}

/** The agent's page about their bot. */
export function ownBotScreen(format: Formatter, { own, makeUrl, mayConnect, hasApi }: OwnBotData): Screen {
  const { bot, hasPassphrase } = own;
  const passphrase = hasPassphrase && key('key-bot-passphrase', ownBotActions.ownPassphrase());
  const make = makeUrl !== null && { label: format.plain('key-make-bot'), url: makeUrl };
  return page(format, {
    text: [
      bot === null ? format.html('own-bot-title') : format.html('own-bot-title-named', { bot: nameOf(own) }),
      '',
      ...(bot === null
        ? [format.html('own-bot-hint'), '', format.html(makeUrl === null ? 'own-bot-token' : 'own-bot-make')]
        : [
            stateLine(format, own),
            '',
            format.html('own-bot-owner'),
            mayConnect ? format.html('own-bot-another') : null,
          ]),
    ],
    keys: [
      ...(bot === null
        ? [make, passphrase]
        : [
            openBotButton(format, bot.username),
            passphrase,
            key('key-remove-bot', ownBotActions.askRemoveOwnBot(), 'danger'),
          ]),
      hasApi && key('key-api', apiActions.api()),
    ],
    back: homeActions.settings(),
  });
}

/** Either's question before a bot is removed. */
export const removeBotScreen = (
  format: Formatter,
  own: AgentBot,
  { yes, back, question }: { readonly yes: Action; readonly back: Action; readonly question: string },
): Screen =>
  page(format, {
    text: [
      format.html(question, { bot: nameOf(own), name: untrusted(own.agentName) }),
      '',
      format.html('remove-bot-hint'),
    ],
    keys: [key('key-yes-remove-bot', yes, 'danger')],
    back,
  });

export const passphraseScreen = (format: Formatter, passphrase: string): Screen =>
  page(format, {
    text: [
      format.html('own-bot-passphrase-title'),
      '',
      format.html('line', { text: format.copyable(passphrase) }),
      '',
      format.html('bot-passphrase-hint'),
    ],
    keys: [{ label: format.plain('key-copy-passphrase'), copy: passphrase }],
    back: ownBotActions.ownBot(),
  });

/** Of an agent whose bot's username fills the row. */
const leastName = 12;

/** All agents' bots, for the owner. */
export function agentBotsScreen(
  format: Formatter,
  { bots, most, page: at }: { readonly bots: readonly AgentBot[]; readonly most: number; readonly page: number },
): Screen {
  const botsOnPage = bots.slice((at - 1) * pageSize, at * pageSize);
  const label = (one: AgentBot) => {
    const sign = one.problem !== null ? '⚠️ ' : one.maySell ? '' : '⏸ ';
    const bot = ` · ${nameOf(one)}`;
    return `${sign}${truncateLabel(one.agentName, Math.max(leastName, shownLength(1) - seenLength(`${sign}${bot}`)))}${bot}`;
  };
  return page(format, {
    text: [
      format.html('agent-bots-title'),
      '',
      format.html(bots.length === 0 ? 'agent-bots-none' : 'agent-bots-count', { count: bots.length, most }),
    ],
    keys: botsOnPage.map((one) => button(label(one), agentBotActions.agentBot({ person: one.personId }))),
    turn: { page: at, more: bots.length > at * pageSize, to: (page) => agentBotActions.agentBots({ page }) },
    back: adminActions.deskPeople(),
  });
}

interface AgentBotData {
  readonly agent: { readonly id: number; readonly name: string };
  /** Null: it was never allowed. */
  readonly own: AgentBot | null;
}

/** An agent's bot, for the owner. */
export function agentBotScreen(format: Formatter, { agent, own }: AgentBotData): Screen {
  const { id: person, name } = agent;
  const isAllowed = own?.isAllowed === true;
  const payments = own?.mayTakeOnline === true;
  return page(format, {
    text: [
      format.html('agent-bot-title', { name: untrusted(name) }),
      own?.bot && format.html('line', { text: nameOf(own) }),
      '',
      own ? stateLine(format, own) : format.html('bot-none'),
      !own?.bot && format.html(isAllowed ? 'agent-bot-allowed' : 'agent-bot-not-allowed'),
      isAllowed && format.html(payments ? 'agent-bot-payments-on' : 'agent-bot-payments-off'),
    ],
    keys: [
      own?.bot && openBotButton(format, own.bot.username),
      isAllowed
        ? [
            own?.bot &&
              (own.isPaused
                ? key('key-resume-bot', agentBotActions.resumeAgentBot({ person }), 'success')
                : key('key-pause-bot', agentBotActions.pauseAgentBot({ person }))),
            key('key-forbid-bot', agentBotActions.askForbidAgentBot({ person }), 'danger'),
          ]
        : key('key-allow-bot', agentBotActions.allowAgentBot({ person }), 'success'),
      isAllowed &&
        key(
          payments ? 'key-bot-payments-off' : 'key-bot-payments-on',
          agentBotActions.setAgentBotPayments({ person, payments: payments ? 'off' : 'on' }),
        ),
      ...(own?.bot
        ? [
            key('key-remove-bot', agentBotActions.askRemoveAgentBot({ person }), 'danger'),
            key('key-agent-bots', agentBotActions.agentBots({ page: 1 })),
          ]
        : []),
    ],
    back: agentActions.personTerms({ person }),
  });
}

export const forbidBotScreen = (
  format: Formatter,
  { id: person, name }: { readonly id: number; readonly name: string },
): Screen =>
  page(format, {
    text: format.html('agent-bot-forbid', { name: untrusted(name) }),
    keys: [key('key-yes-forbid-bot', agentBotActions.forbidAgentBot({ person }), 'danger')],
    back: agentBotActions.agentBot({ person }),
  });
