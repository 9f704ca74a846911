import { rialsOfToman, type Unit } from './money.ts';
import { plainDigits } from './phone.ts';

const scales: Readonly<Record<string, number>> = { هزار: 1_000, میلیون: 1_000_000 };
const scripts = {
  persian: { rial: 'ریال', toman: 'تومان', figures: new Intl.NumberFormat('fa-IR') },
  latin: { rial: 'rial', toman: 'toman', figures: new Intl.NumberFormat('en-US') },
} as const;

/**
 * Matches "شارژ ۱۰٬۰۰۰ ریالی", "Top-up 10000 rials", "۵ هزار تومانی". After other digits ("1.5 میلیون", "20 000",
 * "10000 تا 20000") the gateway's text stays.
 */
const amount =
  /(?<!\p{Nd}\P{L}{0,3}(?:(?:تا|to) )?)(\p{Nd}{1,3}(?:[,٬،]\p{Nd}{3}){1,5}|\p{Nd}{1,15})([\s-]?)(?:(هزار|میلیون)\s)?(?:(?<rial>ریال|rial)|(?<toman>تومان|toman))/giu;

/** Converts amounts in the gateway's names to the reader's unit. */
export const withAmountsIn = (unit: Unit, name: string): string =>
  name.replace(amount, (text: string, digits: string, gap: string, scale: string | undefined, rial?: string) => {
    if ((unit === 'rial') === (rial !== undefined)) return text;
    const script = scripts[/[a-z]$/i.test(text) ? 'latin' : 'persian'];
    const value = Number(plainDigits(digits).replace(/\D/g, '')) * (scales[scale ?? ''] ?? 1);
    const figure = script.figures.format(unit === 'rial' ? value * rialsOfToman : value / rialsOfToman);
    return `${figure}${gap}${script[unit]}`;
  });
