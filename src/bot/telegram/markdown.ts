const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const marks: Readonly<Record<string, string>> = { b: '*', strong: '*', i: '_', em: '_' };
/** Look the same and mean nothing. */
const harmless: Readonly<Record<string, string>> = { '*': '∗', _: '＿', '[': '［', '`': 'ˋ' };

const token = /<(\/?)([a-z]+)(?:\s+href="([^"]*)")?[^>]*>|&(?:amp|lt|gt|quot);|\n|[^<&\n]+|[<&]/gi;
/** A mark inside a word is an ordinary character. */
const meaningful = /https?:\/\/\S+|(?<![\p{L}\p{N}])[*_]|[*_](?![\p{L}\p{N}])|\[(?=[^\]]*\]\()|`/gu;
const opening = /(?<![\p{L}\p{N}])_/gu;

/** Our screens' HTML as Markdown of messengers that know bold, italic and links. Other tags are left out. */
export function htmlToMarkdown(html: string): string {
  let text = '';
  let open: string[] = [];
  let link: string | null = null;
  for (const [piece, closing, tag = '', href] of html.matchAll(token)) {
    const name = tag.toLowerCase();
    const mark = marks[name];
    if (mark !== undefined) {
      text += mark;
      open = closing ? open.filter((one) => one !== mark) : [...open, mark];
    } else if (name === 'a') {
      // A link to a person cannot be followed here.
      const target = decode(href ?? '');
      if (closing) text += link === null ? '' : `](${link})`;
      else if (/^https?:/.test(target)) text += '[';
      link = !closing && /^https?:/.test(target) ? target : null;
    } else if (tag === '') {
      // Marks do not reach over a line.
      const inOrder = open.join('');
      text += piece === '\n' ? `${[...open].reverse().join('')}\n${inOrder}` : plain(decode(piece));
    }
  }
  return text;
}

/** A text without formatting, which such messengers would read as Markdown. */
export const plain = (text: string): string =>
  text.replace(meaningful, (sign) => harmless[sign] ?? withoutOpening(sign));

/** An address must lead where it did; without a mark that opens, one that closes means nothing. */
const withoutOpening = (address: string): string => address.replace(opening, '%5F');

const decode = (text: string): string => text.replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
