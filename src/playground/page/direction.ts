const rtl = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const strong = /\p{L}/u;

/** By the first strong letter, like Telegram; isolated text does not count. */
export function directionOf(text: string): 'rtl' | 'ltr' | null {
  let depth = 0;
  for (const character of text) {
    if (character >= '\u2066' && character <= '\u2068') depth += 1;
    else if (character === '\u2069') depth = Math.max(0, depth - 1);
    else if (depth === 0 && strong.test(character)) return rtl.test(character) ? 'rtl' : 'ltr';
  }
  return null;
}
