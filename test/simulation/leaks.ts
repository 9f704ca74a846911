import { createHook } from 'node:async_hooks';

/** What the loop of virtual time itself uses, and names that libraries give to callbacks of their own. */
const expected = new Set([
  ...['PROMISE', 'TickObject', 'Microtask', 'Immediate'],
  ...['TTYWRAP', 'PIPEWRAP', 'WRITEWRAP'],
  ...['bound-anonymous-fn', 'UNDICI_REQUEST', 'STREAM_END_OF_STREAM'],
]);

/** Names what reaches past the simulation: real timers, files, sockets and threads. The same seed would not repeat. */
export function watchForLeaks(): () => string[] {
  const found = new Set<string>();
  const hook = createHook({
    init(_, type) {
      if (!expected.has(type)) found.add(type);
    },
  });
  hook.enable();
  return () => {
    hook.disable();
    return [...found].map((type) => `${type} is not simulated`);
  };
}
