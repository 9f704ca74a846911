import type { PriceList } from '../../../domain/price-list.ts';
import type { Section } from '../../../shop/bulk/sections.ts';
import type { Formatter } from '../../core/formatter.ts';
import { backRow } from '../../core/navigation.ts';
import { rowLabels } from '../../core/row-label.ts';
import { button, lines, type Screen } from '../../core/screen.ts';
import { productRow } from '../catalogue/screens.ts';
import type { Choices } from '../quick-sale/line-meaning.ts';
import { bulkActions } from './actions.ts';
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
  { batchId, section, choices: { amounts, products }, prices }: MeaningsData,
): Screen {
  const item = (id: number, amount: number | null) =>
    bulkActions.bulkItem({ batch: batchId, id, amount, bought: 'no' });
  const names = rowLabels(
    format,
    products.map((product) => productRow(format, product, prices)),
  );
  return {
    text: lines(
      format.html('bulk-section-empty', { operator: sectionName(format, section), count: section.rows.length }),
      '',
      format.html('quick-sale-which'),
    ),
    keys: [
      ...amounts.map(({ id, amount }) => [
        button(format.plain('quick-sale-amount', format.bothUnits(amount)), item(id, amount)),
      ]),
      ...products.map(({ id }, nth) => [button(names[nth] ?? '', item(id, null))]),
      backRow(format, bulkActions.bulk({ batch: batchId })),
    ],
  };
}
