import { PRODUCT_TYPES, SIM_CARD_TYPES } from '@sharj/wire';
import {
  type ErrorStatus,
  errorCodes,
  errorSchema,
  named,
  objectOf,
  oneOf,
  type Schema,
  schemas,
  text,
  told,
  whole,
} from './description-schemas.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path';
  readonly required: boolean;
  readonly schema: Schema;
}

interface Answer {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly schema: Schema }>>;
  readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: {
    readonly required: true;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, Answer>>;
  readonly security?: readonly [];
}

const json = (schema: Schema) => ({ 'application/json': { schema } });
const answer = (description: string, schema: Schema): Answer => ({ description, content: json(schema) });

const meanings: Readonly<Record<ErrorStatus, string>> = {
  400: 'The header Idempotency-Key is missing. Nothing was bought.',
  401: 'The token is missing, wrong or revoked, or this address is not allowed.',
  402: 'The wallet has too little. For ever under this key.',
  404: 'There is no such path or order.',
  409: 'This key was used for another request and nothing was bought (`key-reused`); or the shop was restored from a backup and does not know this key (`key-in-doubt`): compare the purchase with the shop before you take a new key.',
  413: 'The body is larger than 16 KiB.',
  415: 'The body is of another type.',
  422: 'Refused: for ever under this key, if the request could be read.',
  429: 'Too many requests. Nothing was done.',
  503: 'Nothing was decided, or it is not known yet: ask again with the same key.',
};

const codesAt: Readonly<Record<ErrorStatus, Parameters<typeof errorSchema>[0]>> = errorCodes;

const failure = (status: ErrorStatus, codes = codesAt[status]): Answer => ({
  ...answer(meanings[status], errorSchema(codes)),
  ...(status === 429 || status === 503
    ? { headers: { 'Retry-After': { schema: told(whole, 'Seconds. It is always there.') } } }
    : {}),
});

/** Beside those that every call has. */
const failures = (...own: readonly ErrorStatus[]): Record<string, Answer> =>
  Object.fromEntries([401, 429, ...own].map((status) => [status, failure(status as ErrorStatus)]));
const unreadable = failure(422, ['api-invalid']);
const busy = failure(503, ['api-busy']);

const parameter = (where: Parameter['in'], name: string, schema: Schema, required = where === 'path'): Parameter => ({
  name,
  in: where,
  required,
  schema,
});

const page = parameter('query', 'page', told(whole, 'Pages have 100 products.'));
const mobile: Schema = { ...text, pattern: '^98\\d{10}$' };
const key = parameter(
  'header',
  'Idempotency-Key',
  { ...text, pattern: '^[\\x21-\\x7e]+$', maxLength: 255, description: 'New for each purchase.' },
  true,
);

const purchaseFields: Readonly<Record<string, Schema>> = {
  product_id: told(whole, 'For a personal offer 510 (prepaid) or 511 (postpaid).'),
  mobile,
  price: told(whole, 'Rials, VAT included; of a range one within it.'),
  webservice_code: { ...text, maxLength: 191, description: 'Your own code of the purchase.' },
  offerCode: told(text, 'Of a personal offer.'),
  offerType: told(text, 'Of a personal offer.'),
  profile_id: told(text, "The product's, where it has one."),
};
const optionalFields = ['offerCode', 'offerType', 'profile_id'];
const purchaseBody = { ...objectOf(purchaseFields, optionalFields), additionalProperties: true };

const purchaseAnswers = {
  200: answer('Bought.', named('Purchase')),
  ...failures(400, 402, 409, 413, 415, 422, 503),
};

const purchases = (operationId: string, summary: string): Readonly<Record<'get' | 'post', Operation>> => ({
  get: {
    operationId: `${operationId}ByQuery`,
    summary,
    parameters: [
      key,
      ...Object.entries(purchaseFields).map(([name, schema]) =>
        parameter('query', name, schema, !optionalFields.includes(name)),
      ),
    ],
    responses: purchaseAnswers,
  },
  post: {
    operationId,
    summary,
    parameters: [key],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': { schema: purchaseBody },
        'multipart/form-data': { schema: purchaseBody },
        ...json(purchaseBody),
      },
    },
    responses: purchaseAnswers,
  },
});

interface Names {
  readonly operator2Path: string;
  readonly operatorNames: readonly string[];
}

const pathsFor = ({ operator2Path, operatorNames }: Names): Record<string, Partial<Record<string, Operation>>> => ({
  '/clients/products': {
    get: {
      operationId: 'listProducts',
      summary: 'All products, 100 on a page.',
      parameters: [
        parameter('query', 'per_page', told(text, 'Taken, and not used: pages have 100 products.')),
        parameter('query', 'order', oneOf(['id'])),
        parameter('query', 'type_order', oneOf(['asc', 'desc'])),
        page,
      ],
      responses: { 200: answer('A page.', named('Listing')), ...failures(), 422: unreadable, 503: busy },
    },
  },
  '/filter': {
    post: {
      operationId: 'filterProducts',
      summary: 'Products by name, type, kind of SIM card and operator.',
      parameters: [page],
      requestBody: { required: true, content: json(filterBody(operatorNames)) },
      responses: {
        200: answer('A page, or everything with pagination "false".', named('Listing')),
        ...failures(413, 415),
        422: unreadable,
        503: busy,
      },
    },
  },
  [`/${operator2Path}/offers`]: {
    post: {
      operationId: 'listOffers',
      summary: 'Personal offers of a number of operator 2.',
      requestBody: { required: true, content: json({ ...objectOf({ mobile }), additionalProperties: true }) },
      responses: {
        200: answer('The offers.', named('Offers')),
        ...failures(413, 415),
        422: answer('Refused by the operator, or unreadable.', {
          anyOf: [named('Offers'), errorSchema(['api-invalid'])],
        }),
        503: failure(503, ['offers-unavailable', 'api-busy']),
      },
    },
  },
  '/top-up/package': purchases('buy', 'Buy a product or a personal offer.'),
  '/top-up': purchases('topUp', 'Buy a direct top-up; nothing else is sold here.'),
  '/orders/{webservice_code}': {
    get: {
      operationId: 'findOrder',
      summary: "Ours: a purchase of yours as it is now, by your code or the shop's.",
      parameters: [parameter('path', 'webservice_code', text)],
      responses: { 200: answer('The newest with this code.', named('Order')), ...failures(404), 503: busy },
    },
  },
  '/me': {
    get: {
      operationId: 'me',
      summary: 'Ours: your name, balance, credit and limit.',
      responses: { 200: answer('You.', named('Me')), ...failures(), 503: busy },
    },
  },
  '/openapi.json': {
    get: {
      operationId: 'describe',
      summary: 'This description.',
      security: [],
      responses: { 200: answer('This description.', { type: 'object' }), 429: failure(429) },
    },
  },
});

const filterBody = (operatorNames: readonly string[]): Schema => {
  const items = {
    name: text,
    categories: told(oneOf(['categories']), 'Products have their categories.'),
    sim_card_type: oneOf(SIM_CARD_TYPES),
    type: oneOf(PRODUCT_TYPES),
    operator: told(oneOf(operatorNames), 'In the order of operator_id.'),
    pagination: oneOf(['true', 'false']),
  };
  return {
    ...objectOf({ table: oneOf(['product']), items: objectOf(items, Object.keys(items)) }, ['items']),
    additionalProperties: true,
  };
};

/** The API in OpenAPI 3.1. */
export const describeApi = (names: Names) => ({
  openapi: '3.1.0',
  info: {
    title: 'Sharj',
    version: '1',
    description: 'Mobile data packages and top-ups, each bought exactly once. Amounts are whole rials.',
  },
  // From where this description is, so that it holds under any path of a proxy.
  servers: [{ url: '../api' }],
  security: [{ token: [] }],
  paths: pathsFor(names),
  webhooks: {
    orderEnded: {
      post: {
        operationId: 'orderEnded',
        summary: 'Ours: sent to your address when an order by the API ends.',
        parameters: ['Sharj-Delivery', 'Sharj-Time', 'Sharj-Signature'].map((name) =>
          parameter('header', name, text, true),
        ),
        requestBody: { required: true, content: json(named('Notice')) },
        responses: { '2XX': { description: 'You have it. Anything else, and it is sent again for a day.' } },
      },
    },
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas },
});
