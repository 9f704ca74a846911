import {
  type OperatorId,
  operatorIds,
  type ProductType,
  productTypes,
  type SimType,
  type Sort,
  simTypes,
  sorts,
} from '#domain/product.ts';

/** The codec of one value in callback data. */
export interface Field<T> {
  write(value: T): string;
  /** Undefined if `write` never produces this text. */
  read(text: string): T | undefined;
}

/** A whole number from 0 up to 36^10 - 1. */
export const whole: Field<number> = {
  write: (value) => value.toString(36),
  read: (text) => (/^(0|[1-9a-z][0-9a-z]{0,9})$/.test(text) ? Number.parseInt(text, 36) : undefined),
};
export const mobile: Field<string> = {
  write: (value) => value.slice(2),
  read: (text) => (/^9\d{9}$/.test(text) ? `98${text}` : undefined),
};
export const order: Field<string> = {
  write: (id) => id,
  read: (text) => (/^[\w-]{14}$/.test(text) ? text : undefined),
};
/** 128 random bits. */
export const payment: Field<string> = {
  write: (id) => id,
  read: (text) => (/^[\w-]{22}$/.test(text) ? text : undefined),
};
/** The code of an invitation: 128 random bits. */
export const invitation = payment;
export const digest: Field<string> = {
  write: (id) => id,
  read: (text) => (/^[\w-]{8}$/.test(text) ? text : undefined),
};
/** The space in a button for search words, in bytes. */
export const wordsBytes = 50;
export const words: Field<string> = {
  write: (text) => text,
  read: (text) => (text === '' || Buffer.byteLength(text) > wordsBytes ? undefined : text),
};
/** The tracking code of a transfer: digits alone. */
export const bankCode: Field<string> = {
  write: (code) => code,
  read: (text) => (/^\d{6,20}$/.test(text) ? text : undefined),
};
export const operator: Field<OperatorId> = {
  write: String,
  read: (text) => operatorIds.find((id) => String(id) === text),
};

/** One of a list, encoded by index, so the list may only grow at its end. */
export const oneOf = <const T extends string>(values: readonly T[]): Field<T> => ({
  write: (value) => String(values.indexOf(value)),
  read: (text) => (/^(0|[1-9]\d?)$/.test(text) ? values[Number(text)] : undefined),
});

export const optional = <T>(field: Field<T>): Field<T | null> => ({
  write: (value) => (value === null ? '' : field.write(value)),
  read: (text) => (text === '' ? null : field.read(text)),
});

export const type = oneOf<ProductType>(productTypes);
export const sim = oneOf<SimType>(simTypes);
export const sort = oneOf<Sort>(sorts);
