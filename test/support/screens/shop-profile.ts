import type { Formatter } from '#bot/kit/formatter.ts';
import type { Screen } from '#bot/kit/screen.ts';
import {
  askPartScreen,
  profileDraftScreen,
  shopPreviewScreen,
  shopProfileScreen,
  shopWelcomeScreen,
} from '#bot/running/shop-profile/screens.ts';
import { longestName, longestWelcome, profileParts, welcomeReaders } from '#domain/shop-profile.ts';

/** With this name as long as it may be. */
export function shopProfileScreens(format: Formatter, name: string): Record<string, Screen> {
  const text = name.repeat(20).slice(0, longestWelcome).toWellFormed();
  const shop = name.slice(0, longestName).toWellFormed();
  const welcome = Object.fromEntries(welcomeReaders.map((readers) => [readers, text]));
  const profile = { name: shop, welcome, icon: 'AAAA', replaced: null, revision: 1 };
  const draft = { id: 'AAAAAAAAAAAAAA', by: 1 };
  return {
    'shop profile': shopProfileScreen(format, { profile, botName: name, note: format.html('shop-not-published') }),
    'shop profile: empty': shopProfileScreen(format, {
      profile: { ...profile, name: null, welcome: {}, icon: null },
      botName: name,
      note: null,
    }),
    'shop profile: welcome': shopWelcomeScreen(format, profile),
    ...Object.fromEntries(
      profileParts.flatMap((part) => [
        [`shop profile: ask ${part}`, askPartScreen(format, { part, value: text, isSet: true })],
        [
          `shop profile: draft ${part}`,
          profileDraftScreen(
            format,
            part === 'picture'
              ? { ...draft, part, photo: 'x' }
              : { ...draft, part, text: part === 'name' ? shop : text },
          ),
        ],
      ]),
    ),
    'shop profile: preview': shopPreviewScreen(format, format.html('line', { text })),
  };
}
