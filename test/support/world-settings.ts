import { type Config, readConfig } from '#config/config.ts';
import { gatewayToken, type World } from './world.ts';

/** The settings of the running bot, as an operator's command reads them, with changes. */
export function settingsOf(
  { telegram, sandbox, database: { settings } }: World,
  port: number,
  changes: Readonly<Record<string, string>> = {},
): Config {
  const config = readConfig({
    BOT_TOKEN: telegram.token,
    BOT_API_ROOT: telegram.url,
    GATEWAY_URL: sandbox.url,
    GATEWAY_TOKEN: gatewayToken,
    PORT: String(port),
    DATABASE_URL: settings.kind === 'sqlite' ? `sqlite:${settings.file}` : settings.url,
    ...changes,
  });
  if (!config.ok) throw new Error(JSON.stringify(config.error));
  return config.value;
}
