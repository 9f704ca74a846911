import { createFilterBody, listQuery, offersBody, pageQuery, purchaseParameters } from '@sharj/wire';
import { z } from 'zod';
import { answers, apiError } from './answer-schemas.ts';
import { codeOf, type ErrorCode, type ErrorStatus, errorCodes } from './answers.ts';
import { purchaseHeaders } from './requests.ts';

type Schema = z.core.JSONSchema.JSONSchema;

/** Removes the bounds that every whole number has, and patterns that only repeat a `format`. */
const override = ({ jsonSchema }: { jsonSchema: Schema }): void => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) {
    delete jsonSchema.minimum;
    delete jsonSchema.maximum;
  }
  if (jsonSchema.format) delete jsonSchema.pattern;
};
const bare = ({ $schema: _, $id: __, ...schema }: Schema): Schema => schema;
const inputOf = (schema: z.ZodType): Schema => bare(z.toJSONSchema(schema, { io: 'input', override }));
const refTo = (name: string) => `#/components/schemas/${name}`;
const named = (name: keyof typeof answers): Schema => ({ $ref: refTo(name) });

const registry = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(answers)) registry.add(schema, { id });
const written = Object.entries(z.toJSONSchema(registry, { uri: refTo, override }).schemas);
const schemas = Object.fromEntries(written.map(([name, schema]) => [name, bare(schema)]));

const meanings: Readonly<Record<ErrorStatus, string>> = {
  400: 'The header Idempotency-Key is missing. Nothing was bought.',
  401: 'The token is missing, wrong or revoked, or this address is not allowed.',
  402: 'The wallet has too little. For ever under this key.',
  404: 'There is no such path or order, or no purchase was decided under this key.',
  409: 'This key was used for another request and nothing was bought (`key_reused`); or the shop was restored from a backup and does not know this key (`key_in_doubt`): compare the purchase with the shop before you take a new key.',
  413: 'The body is larger than 16 KiB.',
  415: 'The body is of another type.',
  422: 'Refused: for ever under this key, if the request could be read.',
  429: 'Too many requests. Nothing was done.',
  503: 'Nothing was decided, or it is not known yet: ask again with the same key.',
};

const answer = (description: string, schema: Schema) => ({ description, content: { 'application/json': { schema } } });

const errorSchema = bare(z.toJSONSchema(apiError, { override }));
const errorOf = (codes: readonly ErrorCode[]): Schema => ({
  ...errorSchema,
  properties: { ...errorSchema.properties, code: { type: 'string', enum: codes.map(codeOf) } },
});
const retryAfter = { 'Retry-After': { schema: { type: 'integer', description: 'Seconds. It is always there.' } } };
const failure = (status: ErrorStatus, codes: readonly ErrorCode[] = errorCodes[status]) => ({
  ...answer(meanings[status], errorOf(codes)),
  ...((status === 429 || status === 503) && { headers: retryAfter }),
});
const unreadable = failure(422, ['api-invalid']);

/** Beside the failures that every call has. */
const answered = (description: string, name: keyof typeof answers, ...more: readonly ErrorStatus[]) => ({
  200: answer(description, named(name)),
  503: failure(503, ['api-busy']),
  ...Object.fromEntries(([401, 429, ...more] as const).map((status) => [status, failure(status)])),
});

const described = { 200: answer('This description.', { type: 'object' }), 429: failure(429) };

interface Asked {
  readonly parameters?: Partial<Readonly<Record<'header' | 'query' | 'path', z.ZodObject>>>;
  readonly body?: Schema;
  readonly types?: readonly string[];
}

const parametersIn = ([place, fields]: [place: string, fields: z.ZodObject]) => {
  const { properties = {}, required = [] } = inputOf(fields);
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: place, required: required.includes(name), schema };
  });
};

const call = <Responses>(operationId: string, summary: string, request: Asked, responses: Responses) => {
  const { parameters = {}, body, types = ['application/json'] } = request;
  const content = Object.fromEntries(types.map((type) => [type, { schema: body }]));
  return {
    operationId,
    summary,
    parameters: Object.entries(parameters).flatMap(parametersIn),
    ...(body && { requestBody: { required: true, content } }),
    responses,
  };
};

const refusedOffers = { anyOf: [named('Offers'), errorOf(['api-invalid'])] };

const replayed = {
  'Idempotent-Replayed': { schema: { const: 'true', description: 'There if this answer was stored before.' } },
};
/** Answers of 200, 402, 422 and 503 may be stored ones. */
const withReplayed = (responses: ReturnType<typeof answered>) =>
  Object.fromEntries(
    Object.entries(responses).map(([status, one]) => {
      if (!['200', '402', '422', '503'].includes(status)) return [status, one];
      return [status, { ...one, headers: { ...('headers' in one ? one.headers : {}), ...replayed } }];
    }),
  );

function purchaseCalls(operationId: string, summary: string) {
  const bought = withReplayed(answered('Bought.', 'Purchase', 400, 402, 409, 413, 415, 422, 503));
  const header = purchaseHeaders;
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data', 'application/json'];
  return {
    get: call(`${operationId}ByQuery`, summary, { parameters: { header, query: purchaseParameters } }, bought),
    post: call(operationId, summary, { parameters: { header }, body: inputOf(purchaseParameters), types }, bought),
  };
}

const text = z.string();
const noticeHeaders = z.object({ 'Sharj-Delivery': text, 'Sharj-Time': text, 'Sharj-Signature': text });

type Names = Readonly<{ operator2Path: string; operatorNames: readonly string[] }>;

/** The API in OpenAPI 3.1. */
export const describeApi = ({ operator2Path, operatorNames }: Names) => ({
  openapi: '3.1.0',
  info: {
    title: 'Sharj',
    version: '1',
    description: 'Mobile data packages and top-ups, each bought exactly once. Amounts are whole rials.',
  },
  // From where this description is, so that it holds under any path of a proxy.
  servers: [{ url: '../api' }],
  security: [{ token: [] }],
  paths: {
    '/clients/products': {
      get: call(
        'listProducts',
        'All products, 100 on a page.',
        { parameters: { query: listQuery } },
        { ...answered('A page.', 'Listing'), 422: unreadable },
      ),
    },
    '/filter': {
      post: call(
        'filterProducts',
        'Products by name, type, kind of SIM card and operator.',
        { parameters: { query: pageQuery }, body: inputOf(createFilterBody(operatorNames)) },
        { ...answered('A page, or everything with pagination "false".', 'Listing', 413, 415), 422: unreadable },
      ),
    },
    [`/${operator2Path}/offers`]: {
      post: call(
        'listOffers',
        'Personal offers of a number of operator 2.',
        { body: inputOf(offersBody) },
        {
          ...answered('The offers.', 'Offers', 413, 415),
          422: answer('Refused by the operator, or unreadable.', refusedOffers),
          503: failure(503, ['offers-unavailable', 'api-busy']),
        },
      ),
    },
    '/top-up/package': purchaseCalls('buy', 'Buy a product or a personal offer.'),
    '/top-up': purchaseCalls('topUp', 'Buy a direct top-up; nothing else is sold here.'),
    '/purchases/{key}': {
      get: call(
        'findPurchase',
        'Ours: what is stored under a key of yours, as the purchase itself answers it. Nothing is bought.',
        { parameters: { path: z.object({ key: text }) } },
        withReplayed(answered('Bought.', 'Purchase', 402, 404, 409, 422, 503)),
      ),
    },
    '/orders/{webservice_code}': {
      get: call(
        'findOrder',
        "Ours: a purchase of yours as it is now, by your code or the shop's.",
        { parameters: { path: z.object({ webservice_code: text }) } },
        answered('The newest with this code.', 'Order', 404),
      ),
    },
    '/me': { get: call('me', 'Ours: your name, balance, credit and limit.', {}, answered('You.', 'Me')) },
    '/openapi.json': {
      get: { ...call('describe', 'This description.', {}, described), security: [] },
    },
  },
  webhooks: {
    orderEnded: {
      post: call(
        'orderEnded',
        'Ours: sent to your address when an order by the API ends.',
        { parameters: { header: noticeHeaders }, body: named('Notice') },
        { '2XX': { description: 'You have it. Anything else, and it is sent again for a day.' } },
      ),
    },
  },
  components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } }, schemas },
});
