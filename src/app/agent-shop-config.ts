import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import type { BotConfig } from '#config/config.ts';
import { onlineMethods } from '#domain/payment.ts';
import type { WebhookSettings } from '#server/webhook.ts';
import type { WantedBot } from '#shop/connecting/agent-bots/running-bots.ts';
import { databaseFor } from './agent-shops.ts';

/** The settings of an agent's shop: those of the installation come from the parent, all others are its own. */
export async function configFor(parent: BotConfig, wanted: WantedBot, botToken: string): Promise<BotConfig> {
  const { slug, personId, merchants, mayTakeOnline, passphrase } = wanted;
  const publicUrl = parent.publicUrl === null ? null : `${parent.publicUrl}/shops/${slug}`;
  const accounts = onlineMethods.flatMap((method) => {
    const merchant = merchants[method];
    return merchant === undefined ? [] : [{ method, merchant, url: parent.providerUrls[method] }];
  });
  return {
    ...parent,
    botToken,
    ownerIds: [personId],
    database: await databaseFor(parent.database, slug),
    webhook: parent.webhook && webhookFor(parent.webhook, slug),
    publicUrl,
    payments: null,
    onlinePayments:
      publicUrl === null || accounts.length === 0
        ? null
        : { publicUrl, description: parent.paymentDescription, accounts, isOpen: mayTakeOnline },
    supportChatId: null,
    lowBalance: null,
    // Agents' bots have no agents' bots of their own.
    agentBots: 0,
    backup:
      parent.agentBackups && passphrase !== null
        ? { ...parent.agentBackups, passphrase, directory: join(parent.agentBackups.directory, slug), chatId: null }
        : null,
    agentBackups: null,
  };
}

/**
 * Derives a separate secret. On Bale the address contains it, and everyone with the bot's token can read the address.
 */
const webhookFor = ({ url, secret }: WebhookSettings, slug: string): WebhookSettings => ({
  url: new URL(`/shops/${slug}/telegram`, url).href,
  secret: createHmac('sha256', secret).update(slug).digest('hex'),
});
