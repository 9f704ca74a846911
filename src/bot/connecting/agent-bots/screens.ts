import { adminActions } from '#bot/actions/admin.ts';
import { agentBotActions, ownBotActions } from '#bot/actions/agent-bots.ts';
import { agentActions } from '#bot/actions/agents.ts';
import { homeActions } from '#bot/actions/home.ts';
import { apiActions } from '#bot/actions/reselling.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, isolated, untrusted } from '#bot/kit/formatter.ts';
import { backRow, inReadingOrder, pageSize, previousNextRows } from '#bot/kit/navigation.ts';
import { seenLength, shownLength, truncateLabel } from '#bot/kit/row-label.ts';
import { type Button, button, lines, type Screen } from '#bot/kit/screen.ts';
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
  const passphrase = hasPassphrase ? [button(format.plain('key-bot-passphrase'), ownBotActions.ownPassphrase())] : [];
  const make = makeUrl === null ? [] : [[{ label: format.plain('key-make-bot'), url: makeUrl }]];
  return {
    text: lines(
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
    ),
    keys: [
      ...(bot === null
        ? [...make, ...(hasPassphrase ? [passphrase] : [])]
        : [
            [openBotButton(format, bot.username)],
            passphrase,
            [button(format.plain('key-remove-bot'), ownBotActions.askRemoveOwnBot(), 'danger')],
          ]),
      ...(hasApi ? [[button(format.plain('key-api'), apiActions.api())]] : []),
      backRow(format, homeActions.settings()),
    ],
  };
}

/** Either's question before a bot is removed. */
export const removeBotScreen = (
  format: Formatter,
  own: AgentBot,
  { yes, back, question }: { readonly yes: Action; readonly back: Action; readonly question: string },
): Screen => ({
  text: lines(
    format.html(question, { bot: nameOf(own), name: untrusted(own.agentName) }),
    '',
    format.html('remove-bot-hint'),
  ),
  keys: [[button(format.plain('key-yes-remove-bot'), yes, 'danger')], backRow(format, back)],
});

export const passphraseScreen = (format: Formatter, passphrase: string): Screen => ({
  text: lines(
    format.html('own-bot-passphrase-title'),
    '',
    format.html('line', { text: format.copyable(passphrase) }),
    '',
    format.html('bot-passphrase-hint'),
  ),
  keys: [[{ label: format.plain('key-copy-passphrase'), copy: passphrase }], backRow(format, ownBotActions.ownBot())],
});

/** Of an agent whose bot's username fills the row. */
const leastName = 12;

/** All agents' bots, for the owner. */
export function agentBotsScreen(
  format: Formatter,
  { bots, most, page }: { readonly bots: readonly AgentBot[]; readonly most: number; readonly page: number },
): Screen {
  const botsOnPage = bots.slice((page - 1) * pageSize, page * pageSize);
  const label = (one: AgentBot) => {
    const sign = one.problem !== null ? '⚠️ ' : one.maySell ? '' : '⏸ ';
    const bot = ` · ${nameOf(one)}`;
    return `${sign}${truncateLabel(one.agentName, Math.max(leastName, shownLength(1) - seenLength(`${sign}${bot}`)))}${bot}`;
  };
  return {
    text: lines(
      format.html('agent-bots-title'),
      '',
      format.html(bots.length === 0 ? 'agent-bots-none' : 'agent-bots-count', { count: bots.length, most }),
    ),
    keys: [
      ...botsOnPage.map((one) => [button(label(one), agentBotActions.agentBot({ person: one.personId }))]),
      ...previousNextRows(format, { page, more: bots.length > page * pageSize }, (at) =>
        agentBotActions.agentBots({ page: at }),
      ),
      backRow(format, adminActions.deskPeople()),
    ],
  };
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
  return {
    text: lines(
      format.html('agent-bot-title', { name: untrusted(name) }),
      own?.bot ? format.html('line', { text: nameOf(own) }) : null,
      '',
      own ? stateLine(format, own) : format.html('bot-none'),
      own?.bot ? null : format.html(isAllowed ? 'agent-bot-allowed' : 'agent-bot-not-allowed'),
      isAllowed ? format.html(payments ? 'agent-bot-payments-on' : 'agent-bot-payments-off') : null,
    ),
    keys: [
      ...(own?.bot ? [[openBotButton(format, own.bot.username)]] : []),
      isAllowed
        ? inReadingOrder(format, [
            ...(own?.bot
              ? [
                  own.isPaused
                    ? button(format.plain('key-resume-bot'), agentBotActions.resumeAgentBot({ person }), 'success')
                    : button(format.plain('key-pause-bot'), agentBotActions.pauseAgentBot({ person })),
                ]
              : []),
            button(format.plain('key-forbid-bot'), agentBotActions.askForbidAgentBot({ person }), 'danger'),
          ])
        : [button(format.plain('key-allow-bot'), agentBotActions.allowAgentBot({ person }), 'success')],
      ...(isAllowed
        ? [
            [
              button(
                format.plain(payments ? 'key-bot-payments-off' : 'key-bot-payments-on'),
                agentBotActions.setAgentBotPayments({ person, payments: payments ? 'off' : 'on' }),
              ),
            ],
          ]
        : []),
      ...(own?.bot
        ? [
            [button(format.plain('key-remove-bot'), agentBotActions.askRemoveAgentBot({ person }), 'danger')],
            [button(format.plain('key-agent-bots'), agentBotActions.agentBots({ page: 1 }))],
          ]
        : []),
      backRow(format, agentActions.personTerms({ person })),
    ],
  };
}

export const forbidBotScreen = (
  format: Formatter,
  { id: person, name }: { readonly id: number; readonly name: string },
): Screen => ({
  text: format.html('agent-bot-forbid', { name: untrusted(name) }),
  keys: [
    [button(format.plain('key-yes-forbid-bot'), agentBotActions.forbidAgentBot({ person }), 'danger')],
    backRow(format, agentBotActions.agentBot({ person })),
  ],
});
