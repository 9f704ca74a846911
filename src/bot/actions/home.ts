import { defineAction } from '#bot/kit/action.ts';
import { oneOf } from '#bot/kit/fields.ts';
import { home } from '#bot/kit/navigation.ts';
import { languages } from '#domain/language.ts';

/** What help is about. Encoded by index, so it only grows at its end. */
export const helpSections = [
  'buy',
  'wait',
  'pay',
  'again',
  'commands',
  'line',
  'list',
  'profit',
  'settlement',
  'slips',
  'credit',
  'person',
  'answer',
  'review',
  'prices',
  'agents',
  'payments',
  'staff',
  'backup',
  'reports',
] as const;
export type HelpSection = (typeof helpSections)[number];

export const homeActions = {
  home,
  help: defineAction({ tag: 'hp', fields: {}, permission: 'buy', whilePaused: true }),
  helpSection: defineAction({
    tag: 'hps',
    fields: { section: oneOf(helpSections) },
    permission: 'buy',
    whilePaused: true,
  }),
  terms: defineAction({ tag: 'tm', fields: {}, permission: 'buy', whilePaused: true }),
  settings: defineAction({ tag: 'st', fields: {}, permission: 'buy', whilePaused: true }),
  language: defineAction({
    tag: 'sl',
    fields: { language: oneOf(languages) },
    permission: 'buy',
    whilePaused: true,
  }),
  unit: defineAction({ tag: 'su', fields: { unit: oneOf(['rial', 'toman']) }, permission: 'buy', whilePaused: true }),
};
