import { type OperatorId, type ProductType, productTypes, type SimType, simTypes } from '#domain/product.ts';

export interface Facets {
  readonly operatorId: OperatorId;
  readonly simType: SimType;
  readonly type: ProductType;
}

export type FacetFilter = { readonly [facet in keyof Facets]?: Facets[facet] | null | undefined };

/** All three as bits of one number, for fast comparison. */
export function facetOf({ operatorId, simType, type }: Facets): number {
  return operatorId | ((simTypes.indexOf(simType) + 1) << 4) | ((productTypes.indexOf(type) + 1) << 8);
}

/** The bits to compare, and their values. */
export function facetMask({ operatorId, simType, type }: FacetFilter): { mask: number; wanted: number } {
  const mask = (operatorId ? 0xf : 0) | (simType ? 0xf0 : 0) | (type ? 0xf00 : 0);
  const bits = facetOf({ operatorId: operatorId ?? 1, simType: simType ?? 'prepaid', type: type ?? 'data' });
  return { mask, wanted: bits & mask };
}
