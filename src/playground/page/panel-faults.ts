import { h } from './dom.ts';
import { setFault } from './link.ts';
import type { Endpoint, Fault } from './protocol.ts';
import { words } from './store.ts';

/** Shown first; the others after one more tap. */
const usual = ['cut-after', 'rejected', 'account-empty', 'slow', '503', 'cut-before'];
const others = ['500', '429', 'broken-json', 'html', 'empty', '401'];

/** Switches for faults of the gateway. */
export function createFaultSwitches() {
  const element = h('section', { class: 'card-box faults-box' });
  let endpoint: Endpoint = 'purchase';
  let times: number | null = 1;
  let latest: readonly Fault[] = [];
  let isOpen = false;

  function choice<T>(
    label: string,
    options: readonly (readonly [T, string])[],
    current: T,
    pick: (value: T) => void,
  ): HTMLElement {
    const buttons = options.map(([value, text]) =>
      h(
        'button',
        {
          type: 'button',
          data: { focus: text },
          aria: { pressed: value === current },
          on: {
            click: () => {
              pick(value);
              draw(latest);
            },
          },
        },
        text,
      ),
    );
    return h('div', { class: 'segments', role: 'group', aria: { label } }, ...buttons);
  }

  function draw(faults: readonly Fault[]): void {
    latest = faults;
    const say = words();
    const active = document.activeElement;
    const focused = active instanceof HTMLElement && element.contains(active) ? active.dataset.focus : undefined;
    const endpoints = [
      ['purchase', say.ofPurchase],
      ['offers', say.ofOffers],
      ['filter', say.ofFilter],
    ] as const;
    const lengths = [
      [1, say.nextOnly],
      [null, say.untilOff],
    ] as const;
    const on = faults.find((fault) => fault.endpoint === endpoint);
    const switchOf = (name: string): HTMLElement => {
      const isOn = on?.fault === name;
      return h(
        'button',
        {
          class: 'switch',
          type: 'button',
          role: 'switch',
          data: { fault: name, focus: name },
          aria: { checked: isOn },
          on: { click: () => void setFault(endpoint, isOn ? null : name, times) },
        },
        h('span', { class: 'knob', aria: { hidden: true } }),
        h('span', {}, say.faultNames[name] ?? name),
      );
    };
    const which = choice<Endpoint>(say.faultOf, endpoints, endpoint, (value) => {
      endpoint = value;
    });
    const more = h(
      'details',
      {},
      h('summary', { data: { focus: 'more' } }, say.moreFaults),
      which,
      ...others.map(switchOf),
    );
    more.open = isOpen || others.includes(on?.fault ?? '') || endpoint !== 'purchase';
    more.addEventListener('toggle', () => {
      isOpen = more.open;
    });
    element.replaceChildren(
      h('h3', {}, say.faults, ' · ', say.faultsHint),
      choice<number | null>(say.howLong, lengths, times, (value) => {
        times = value;
        if (on) void setFault(endpoint, on.fault, value);
      }),
      h('div', { class: 'switches' }, ...usual.map(switchOf), more),
    );
    if (focused) element.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  }

  return { element, draw };
}
