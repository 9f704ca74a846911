import { type ChildProcess, fork } from 'node:child_process';
import { compiledOnce } from '#test/support/bundle.ts';
import type { Answer, Asked, Command, Life, Reply, Said } from './protocol.ts';

/** The process was killed at its point, was stopped, or ended unexpectedly. */
export type End = { readonly kind: 'killed' | 'stopped' } | { readonly kind: 'broke'; readonly words: string };

export interface ShopHandle {
  readonly life: Life;
  readonly ready: Promise<boolean>;
  readonly ended: Promise<End>;
  /** Null if the process died before it answered; the caller asks again. */
  ask(command: Command): Promise<Answer | null>;
  /** Stops the process in good order. */
  stop(): Promise<End>;
}

export interface Start {
  readonly bundle: string;
  readonly life: Life;
  readonly onReply: (updateId: number, reply: Reply) => void;
}

export function startShop({ bundle, life, onReply }: Start): ShopHandle {
  const child: ChildProcess = fork(bundle, [JSON.stringify(life)], {
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    env: compiledOnce(bundle),
  });
  const waiting = new Map<number, (answer: Answer | null) => void>();
  let asked = 0;
  let words = '';
  let alive = true;
  let stopping = false;
  child.stderr?.setEncoding('utf8').on('data', (piece: string) => {
    words += piece;
  });

  const { promise: ready, resolve: becomeReady } = Promise.withResolvers<boolean>();
  child.on('message', (said: Said) => {
    if (said.kind === 'ready') return becomeReady(true);
    if (said.kind === 'reply') return onReply(said.updateId, said.reply);
    waiting.get(said.id)?.(said.answer);
    waiting.delete(said.id);
  });
  const ended = new Promise<End>((resolve) => {
    // 'exit' would come before its last output was read.
    child.once('close', (code, signal) => {
      alive = false;
      becomeReady(false);
      for (const answer of waiting.values()) answer(null);
      waiting.clear();
      if (signal === 'SIGKILL' && life.ending) resolve({ kind: 'killed' });
      else if (code === 0 && stopping) resolve({ kind: 'stopped' });
      else resolve({ kind: 'broke', words: `code ${code}, signal ${signal}: ${words}` });
    });
  });

  function ask(command: Command): Promise<Answer | null> {
    if (!alive || !child.connected) return Promise.resolve(null);
    asked += 1;
    const question: Asked = { id: asked, command };
    return new Promise((resolve) => {
      waiting.set(question.id, resolve);
      // The process is dying: its end will answer.
      child.send(question, () => undefined);
    });
  }

  return {
    life,
    ready,
    ended,
    ask,
    stop: async () => {
      stopping = true;
      await ask({ do: 'stop' });
      return ended;
    },
  };
}
