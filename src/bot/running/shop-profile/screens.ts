import { adminActions } from '#bot/actions/admin.ts';
import { shopProfileActions } from '#bot/actions/shop-profile.ts';
import type { Action } from '#bot/kit/action.ts';
import { type Formatter, untrusted } from '#bot/kit/formatter.ts';
import { backRow, choiceRows, inReadingOrder, withCheckMark } from '#bot/kit/navigation.ts';
import { button, lines, newMessageButton, type Screen } from '#bot/kit/screen.ts';
import { homeScreen, welcomeScreen } from '#bot/words/home-screens.ts';
import {
  longestName,
  longestWelcome,
  type ProfilePart,
  type WelcomeReader,
  welcomeReaders,
} from '#domain/shop-profile.ts';
import type { ProfileDraft, ShopProfile } from '#shop/running/shop-profile/shop-profile.ts';

/** So much of a welcome text stands on the page of the shop. */
const excerptLength = 60;

const readersName = (format: Formatter, readers: WelcomeReader): string =>
  readers === 'all' ? format.plain('welcome-for-all') : format.languageName(readers);

/** `note`: what came of the last change; null: nothing to say. */
export function shopProfileScreen(
  format: Formatter,
  { profile, botName, note }: { readonly profile: ShopProfile; readonly botName: string; readonly note: string | null },
): Screen {
  const { name, welcome, icon } = profile;
  const welcomes = welcomeReaders.flatMap((readers) => {
    const text = welcome[readers];
    if (text === undefined) return [];
    return [
      format.html('shop-has-welcome', { readers: readersName(format, readers), text: untrusted(text, excerptLength) }),
    ];
  });
  return {
    text: lines(
      ...(note === null ? [] : [note, '']),
      format.html('shop-profile-title'),
      '',
      name === null
        ? format.html('shop-no-name', { name: untrusted(botName) })
        : format.html('shop-has-name', { name: untrusted(name) }),
      ...(welcomes.length === 0 ? [format.html('shop-no-welcome')] : welcomes),
      format.html(icon === null ? 'shop-no-picture' : 'shop-has-picture'),
    ),
    keys: [
      inReadingOrder(format, [
        button(format.plain('key-shop-name'), shopProfileActions.askShopName()),
        button(format.plain('key-shop-welcome'), shopProfileActions.shopWelcome()),
      ]),
      [button(format.plain('key-shop-picture'), shopProfileActions.askShopPicture())],
      // Below: the page stays, as what is seen is compared with it.
      [newMessageButton(format.plain('key-preview-shop'), shopProfileActions.previewShop())],
      backRow(format, adminActions.deskShop()),
    ],
  };
}

/** One text is enough; a language may have its own. */
export const shopWelcomeScreen = (format: Formatter, { welcome }: Pick<ShopProfile, 'welcome'>): Screen => ({
  text: lines(format.html('shop-welcome-title'), '', format.html('shop-welcome-hint')),
  keys: [
    ...choiceRows(
      format,
      welcomeReaders.map((readers) =>
        button(
          withCheckMark(welcome[readers] !== undefined, readersName(format, readers)),
          shopProfileActions.askShopWelcome({ readers }),
        ),
      ),
      2,
    ),
    backRow(format, shopProfileActions.shopProfile()),
  ],
});

interface AskData {
  readonly part: ProfilePart;
  /** As it is; null: not set. */
  readonly value: string | null;
  readonly isSet: boolean;
}

/** The prompt, what is set, and the way to remove it. */
export const askPartScreen = (format: Formatter, { part, value, isSet }: AskData): Screen => ({
  text: lines(
    promptText(format, part),
    ...(value === null ? [] : ['', format.html('shop-part-now'), format.html('line', { text: value })]),
  ),
  keys: [
    ...(isSet
      ? [[button(format.plain('key-remove-card'), shopProfileActions.removeShopPart({ part }), 'danger')]]
      : []),
    backRow(format, pageOf(part)),
  ],
});

const isWelcome = (part: ProfilePart): part is WelcomeReader => part !== 'name' && part !== 'picture';

const pageOf = (part: ProfilePart): Action =>
  isWelcome(part) ? shopProfileActions.shopWelcome() : shopProfileActions.shopProfile();

function promptText(format: Formatter, part: ProfilePart): string {
  if (part === 'name') return format.html('ask-shop-name', { most: longestName });
  if (part === 'picture') return format.html('ask-shop-picture');
  return format.html('ask-shop-welcome', { readers: readersName(format, part), most: longestWelcome });
}

const askAction = (part: ProfilePart): Action => {
  if (part === 'name') return shopProfileActions.askShopName();
  return part === 'picture'
    ? shopProfileActions.askShopPicture()
    : shopProfileActions.askShopWelcome({ readers: part });
};

/** What is saved, as people will see it. */
export const profileDraftScreen = (format: Formatter, draft: ProfileDraft): Screen => ({
  text: lines(format.html('shop-draft-title'), '', ...draftLines(format, draft)),
  keys: [
    [button(format.plain('key-save-shop'), shopProfileActions.saveShopProfile({ draft: draft.id }), 'success')],
    inReadingOrder(format, [
      button(format.plain('key-change-text'), askAction(draft.part)),
      button(format.plain('key-cancel'), shopProfileActions.shopProfile()),
    ]),
  ],
});

function draftLines(format: Formatter, draft: ProfileDraft): string[] {
  if (draft.part === 'picture') return [format.html('shop-draft-picture')];
  if (draft.part === 'name')
    return [
      format.html('home-shop', { shop: untrusted(draft.text) }),
      format.html('home-title'),
      '',
      format.html('shop-draft-name'),
    ];
  const { text } = welcomeScreen(format.html('line', { text: draft.text }), customerHome(format));
  return [text, '', format.html('shop-draft-welcome', { readers: readersName(format, draft.part) })];
}

const customerHome = (format: Formatter): Screen => homeScreen(format, { role: 'customer', staff: null });

/** What a new person sees; `greeting`: null where it stands below the picture above. */
export function shopPreviewScreen(format: Formatter, greeting: string | null): Screen {
  const { text } = greeting === null ? customerHome(format) : welcomeScreen(greeting, customerHome(format));
  return { text, keys: [backRow(format, shopProfileActions.shopProfile())] };
}
