import { languages } from '../../../domain/language.ts';
import { defineAction } from '../../core/action.ts';
import { oneOf } from '../../core/fields.ts';
import { home } from '../../core/navigation.ts';

export const homeActions = {
  home,
  help: defineAction({ tag: 'hp', fields: {}, permission: 'buy', whilePaused: true }),
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
