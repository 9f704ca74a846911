import { bulkActions } from '#bot/actions/bulk.ts';
import { meaningRows, whichLine } from '#bot/buying/quick-sale/screens.ts';
import type { Formatter } from '#bot/kit/formatter.ts';
import { backRow } from '#bot/kit/navigation.ts';
import { lines, type Screen } from '#bot/kit/screen.ts';
import type { PriceList } from '#domain/price.ts';
import type { Section } from '#shop/buying/bulk/sections.ts';
import type { Choices, MeantItem } from '#shop/buying/catalogue/line-meaning.ts';
import { sectionName } from './row-lines.ts';

interface MeaningsData {
  readonly batchId: string;
  readonly section: Section;
  readonly choices: Pick<Choices, 'amounts' | 'products'>;
  readonly prices: PriceList;
}

/** The few things that a typed choice can mean for the numbers of a section. */
export function meaningsOfSectionScreen(
  format: Formatter,
  { batchId, section, choices, prices }: MeaningsData,
): Screen {
  const item = ({ productId: id, amount }: MeantItem) =>
    bulkActions.bulkItem({ batch: batchId, id, amount, bought: 'no' });
  return {
    text: lines(
      format.html('bulk-section-empty', { operator: sectionName(format, section), count: section.rows.length }),
      '',
      whichLine(format, choices),
    ),
    keys: [...meaningRows(format, choices, prices, item), backRow(format, bulkActions.bulk({ batch: batchId }))],
  };
}
