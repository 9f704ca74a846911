import type { Api } from 'grammy';

type GrammySignal = NonNullable<Parameters<Api['getMe']>[0]>;

/** grammY accepts Node's signals, but its types name those of a polyfill. */
export const grammySignal = (signal: AbortSignal): GrammySignal => signal as GrammySignal;
