import type { Role } from '../../../domain/role.ts';
import { foreign, type View } from '../../core/formatter.ts';
import { backRow, chosen } from '../../core/navigation.ts';
import { type Key, key, lines, type Screen } from '../../core/screen.ts';

/** With a note on top for someone who was not understood: that says what to do, and needs no hint as well. */
export function homeScreen(view: View, role: Role, note: string | null = null): Screen {
  const text = note === null ? [view.html('home-title'), view.html('home-hint')] : [note, '', view.html('home-title')];
  return {
    text: lines(...text),
    keys: [
      ...firstRow(view, role),
      [
        key(view.plain('key-offers'), { to: 'askNumber', purpose: 'offers' }),
        key(view.plain('key-packages'), { to: 'operators', type: 'data' }),
      ],
      [
        key(view.plain('key-topup'), { to: 'askNumber', purpose: 'topup' }),
        key(view.plain('key-numbers'), { to: 'numbers', page: 1 }),
      ],
      ...lastRows(view, role),
    ],
  };
}

/** Whoever works here begins with their work; whether they may press it is decided elsewhere. */
function firstRow(view: View, role: Role): Key[][] {
  if (role === 'customer') return [];
  const sell = key(view.plain('key-sell'), { to: 'askNumber', purpose: 'any' });
  return [role === 'owner' ? [key(view.plain('key-desk'), { to: 'desk' }), sell] : [sell, todayKey(view)]];
}

const todayKey = (view: View): Key => key(view.plain('key-today'), { to: 'today' });

/** What one looks up. */
function lastRows(view: View, role: Role): Key[][] {
  const orders = key(view.plain('key-orders'), { to: 'orders', page: 1 });
  const wallet = key(view.plain('key-wallet'), { to: 'wallet' });
  const settings = key(view.plain('key-settings'), { to: 'settings' });
  if (role === 'customer') return [[orders, settings], [wallet]];
  const reports = key(view.plain('key-reports'), { to: 'report', of: null, span: 'day', day: null });
  return [[orders, wallet], ...(role === 'owner' ? [[todayKey(view), reports], [settings]] : [[reports, settings]])];
}

export function welcomeScreen(view: View, role: Role, name: string): Screen {
  const { text, keys } = homeScreen(view, role);
  return { text: lines(view.html('welcome', { name: foreign(name) }), '', text), keys };
}

export const helpScreen = (view: View): Screen => ({
  text: view.html('help'),
  keys: [[key(view.plain('key-terms'), { to: 'terms' })], backRow(view, { to: 'settings' })],
});

export const termsScreen = (view: View): Screen => ({
  text: view.html('terms'),
  keys: [backRow(view, { to: 'help' })],
});

export function settingsScreen(view: View): Screen {
  return {
    text: lines(
      view.html('settings-title'),
      '',
      view.html('settings-hint'),
      view.html('settings-example', { amount: view.money(330_000) }),
    ),
    keys: [
      [
        key(chosen(view.language === 'fa', view.plain('language-fa')), { to: 'language', language: 'fa' }),
        key(chosen(view.language === 'en', view.plain('language-en')), { to: 'language', language: 'en' }),
      ],
      [
        key(chosen(view.unit === 'rial', view.plain('unit-rial')), { to: 'unit', unit: 'rial' }),
        key(chosen(view.unit === 'toman', view.plain('unit-toman')), { to: 'unit', unit: 'toman' }),
      ],
      [key(view.plain('key-numbers'), { to: 'numbers', page: 1 }), key(view.plain('key-help'), { to: 'help' })],
      backRow(view, { to: 'home' }),
    ],
  };
}
