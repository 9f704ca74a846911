import type { OperatorId, ProductType, SimType } from '#domain/product.ts';
import { wireSimTypes, wireTypes } from './product.ts';
import type { Call } from './transport.ts';

export interface ListQuery {
  readonly page?: number | undefined;
  /** The gateway seems to ignore it. */
  readonly perPage?: number | undefined;
  readonly order?: 'id' | undefined;
  readonly direction?: 'asc' | 'desc' | undefined;
}

export interface FilterQuery {
  readonly name?: string | undefined;
  readonly withCategories?: boolean | undefined;
  readonly simType?: SimType | undefined;
  readonly type?: ProductType | undefined;
  readonly operatorId?: OperatorId | undefined;
  readonly unpaginated?: boolean | undefined;
  readonly page?: number | undefined;
}

export function listCall({ page, perPage, order, direction }: ListQuery): Call {
  const query = new URLSearchParams();
  if (perPage !== undefined) query.set('per_page', String(perPage));
  if (order !== undefined) query.set('order', order);
  if (direction !== undefined) query.set('type_order', direction);
  if (page !== undefined) query.set('page', String(page));
  return { method: 'GET', path: `/api/clients/products${search(query)}`, headers: {}, body: null };
}

/** Without operator names, the caller filters the answer instead. */
export function filterCall(filter: FilterQuery, operatorNames: readonly string[] | null): Call {
  const { name, withCategories, simType, type, operatorId, unpaginated, page } = filter;
  const operator = operatorId === undefined ? undefined : operatorNames?.[operatorId - 1];
  const items = {
    ...(name === undefined ? {} : { name }),
    ...(withCategories ? { categories: 'categories' } : {}),
    ...(simType === undefined ? {} : { sim_card_type: wireSimTypes[simType] }),
    ...(type === undefined ? {} : { type: wireTypes[type] }),
    ...(operator === undefined ? {} : { operator }),
    ...(unpaginated ? { pagination: 'false' } : {}),
  };
  const query = new URLSearchParams(page === undefined ? {} : { page: String(page) });
  return {
    method: 'POST',
    path: `/api/filter${search(query)}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ table: 'product', items }),
  };
}

function search(query: URLSearchParams): string {
  return query.size > 0 ? `?${query}` : '';
}
