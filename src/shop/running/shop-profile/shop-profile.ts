import type { Failure } from '#domain/failure.ts';
import type { Language } from '#domain/language.ts';
import type { Result } from '#domain/result.ts';
import { type ProfilePart, profileParts, type WelcomeReader } from '#domain/shop-profile.ts';
import type { Audit } from '#shop/base/audit/audit.ts';
import { createDrafts, type Draft } from '#shop/base/drafts/drafts.ts';
import type { Database, Queries } from '#storage/database.ts';
import type { KeyValue } from '#storage/key-value.ts';
import { prepared } from '#storage/prepared.ts';
import { raiseSwitch, readSwitch, removeSwitch, setSwitch, shopRevisionSwitch } from '#storage/switches.ts';

/** The shop's name, texts and picture as the owner set them. */
export interface ShopProfile {
  /** Null uses the bot's own name. */
  readonly name: string | null;
  readonly welcome: Readonly<Partial<Record<WelcomeReader, string>>>;
  /** A small square PNG of the picture as base64; null without a picture. */
  readonly icon: string | null;
  /** The bot's name that ours replaced in the messenger; null if none was replaced. */
  readonly replaced: { readonly by: string; readonly before: string } | null;
  /** Rises with every change. */
  readonly revision: number;
}

const noProfile: ShopProfile = { name: null, welcome: {}, icon: null, replaced: null, revision: 0 };

type ProfileChange =
  | { readonly part: 'picture' /** The messenger's name of the photo. */; readonly photo: string }
  | { readonly part: Exclude<ProfilePart, 'picture'>; readonly text: string };

/** A change that waits for the owner's confirmation. */
export type ProfileDraft = Draft & ProfileChange;

export interface ShopPicture {
  /** The picture that new people receive. */
  readonly photo: Uint8Array;
  readonly icon: Uint8Array;
}

interface ShopProfileDeps {
  readonly database: Database;
  readonly audit: Audit;
  readonly drafts: KeyValue<ProfileDraft>;
  readonly now: () => number;
}

export type ShopProfiles = ReturnType<typeof createShopProfile>;

/** Stored names of switches. Pictures are base64, so that archives include them. */
const switchOf = (part: ProfilePart): string =>
  part === 'name' || part === 'picture' ? `shop-${part}` : `shop-welcome-${part}`;
const iconSwitch = 'shop-icon';
const replacedSwitch = 'shop-bot-name';
/** Leaves out the picture itself, which is large and seldom sent. */
const switchNames = [
  ...profileParts.filter((part) => part !== 'picture').map(switchOf),
  iconSwitch,
  replacedSwitch,
  shopRevisionSwitch,
];

const profileRows = prepared((db) =>
  db.selectFrom('switches').select(['name', 'value', 'at']).where('name', 'in', switchNames),
);

/**
 * The shop's name, welcome and picture, kept in memory. The statement that takes a chat returns the revision, and a
 * newer one is read before the update is handled.
 */
export function createShopProfile({ database, audit, drafts: stored, now }: ShopProfileDeps) {
  const drafts = createDrafts(stored);
  let current = noProfile;
  let newest = 0;
  let loading: Promise<ShopProfile> | null = null;

  async function load(): Promise<ShopProfile> {
    const rows = new Map((await profileRows(database.db, {})).map((row) => [row.name, row]));
    const storedAs = (name: string) => rows.get(name)?.value ?? null;
    const welcome = profileParts.flatMap((part) => {
      const text = part === 'name' || part === 'picture' ? null : storedAs(switchOf(part));
      return text === null ? [] : [[part, text] as const];
    });
    const replaced = storedAs(replacedSwitch);
    current = {
      name: storedAs(switchOf('name')),
      welcome: Object.fromEntries(welcome),
      icon: storedAs(iconSwitch),
      replaced: replaced === null ? null : (JSON.parse(replaced) as ShopProfile['replaced']),
      revision: rows.get(shopRevisionSwitch)?.at ?? 0,
    };
    return current;
  }

  /** Concurrent updates share one read. */
  function loadOnce(): Promise<ShopProfile> {
    loading ??= load().finally(() => {
      loading = null;
    });
    return loading;
  }

  /** Notes the revision that the statement saw when it took the chat. */
  function noted(revision: number): void {
    newest = Math.max(newest, revision);
  }

  /**
   * The profile in memory, or a fresh one if a newer revision was noted. Reads up to twice, because a read already
   * under way may be older.
   */
  async function latest(): Promise<ShopProfile> {
    for (let tries = 2; tries > 0 && newest > current.revision; tries -= 1) await loadOnce();
    return current;
  }

  /** Reads the revision where no update brings it: at the start, and for pages. */
  async function refresh(): Promise<ShopProfile> {
    noted((await readSwitch(database.db, shopRevisionSwitch))?.at ?? 0);
    return latest();
  }

  const picture = async (): Promise<Uint8Array | null> => {
    const row = await readSwitch(database.db, switchOf('picture'));
    return row && Buffer.from(row.value, 'base64');
  };

  const draft = (source: string, by: number, change: ProfileChange): Promise<ProfileDraft> =>
    drafts.add(`shop-profile ${source}`, (id) => ({ ...change, id, by }));

  /** Writes a change in one transaction. An equal value writes nothing, so a second tap adds no second entry. */
  async function write(by: number, part: ProfilePart, values: Readonly<Record<string, string | null>>) {
    const at = now();
    const actor = `person:${by}`;
    const revision = await database.transaction(async (tx) => {
      let isChanged = false;
      for (const [name, value] of Object.entries(values)) {
        const isOther = value === null ? await removeSwitch(tx, name) : await replace(tx, { name, value, actor, at });
        isChanged ||= isOther;
      }
      if (!isChanged) return 0;
      const value = values[switchOf(part)] ?? null;
      const details = {
        part,
        ...(value === null && { removed: 'yes' }),
        ...(value !== null && part !== 'picture' && { text: value }),
      };
      await audit.write(tx, { actorId: by, action: 'shop-profile', personId: null, details });
      return raiseSwitch(tx, { name: shopRevisionSwitch, value: '', actor, at });
    });
    noted(revision);
    return latest();
  }

  const setPicture = (by: number, { photo, icon }: ShopPicture): Promise<ShopProfile> =>
    write(by, 'picture', { [switchOf('picture')]: base64(photo), [iconSwitch]: base64(icon) });

  /** `botName` is the name that the messenger shows now. It returns when the owner removes the name. */
  const setText = (
    by: number,
    part: Exclude<ProfilePart, 'picture'>,
    text: string,
    botName: string,
  ): Promise<ShopProfile> => {
    const replaced = part === 'name' && { [replacedSwitch]: JSON.stringify({ by: text, before: botName }) };
    return write(by, part, { [switchOf(part)]: text, ...replaced });
  };

  const remove = (by: number, part: ProfilePart): Promise<ShopProfile> =>
    write(by, part, { [switchOf(part)]: null, ...(part === 'picture' && { [iconSwitch]: null }) });

  return {
    /** The last read profile, which is current while an update is handled. */
    current: () => current,
    noted,
    latest,
    refresh,
    picture,
    draft,
    drafted: (id: string, by: number): Promise<Result<ProfileDraft, Failure>> => drafts.find(id, by),
    setPicture,
    setText,
    remove,
  };
}

/** The owner's welcome text; null without one. */
export const welcomeFor = ({ welcome }: Pick<ShopProfile, 'welcome'>, language: Language): string | null =>
  welcome[language] ?? welcome.all ?? null;

/** The name that the bot has or should have in the messenger. */
export const botNameOf = ({ name, replaced }: Pick<ShopProfile, 'name' | 'replaced'>, botName: string): string =>
  name ?? defaultNameOf({ replaced }, botName);

/** The bot's name without the owner's. */
export const defaultNameOf = ({ replaced }: Pick<ShopProfile, 'replaced'>, botName: string): string =>
  replaced?.by === botName ? replaced.before : botName;

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** False if the value is the same. */
async function replace(tx: Queries, row: Parameters<typeof setSwitch>[1]): Promise<boolean> {
  if ((await readSwitch(tx, row.name))?.value === row.value) return false;
  await setSwitch(tx, row);
  return true;
}
