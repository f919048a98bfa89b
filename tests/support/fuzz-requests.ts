import fc from 'fast-check';
import type { Operation } from './openapi.ts';
import { bodyExample, fillPath, type RequestParts } from './openapi-examples.ts';

type Values = Record<string, unknown>;

/** A body that no client would send, in a form short enough for a readable failure message. */
type StrangeBody =
  | { kind: 'json'; value: unknown }
  | { kind: 'changed'; fields: Values }
  | { kind: 'long'; field: string; length: number }
  | { kind: 'deep'; field: string; levels: number }
  | { kind: 'cut'; at: number }
  | { kind: 'raw'; type: string; text: string };

export type FuzzRequest = {
  path: Values;
  query: [string, string][];
  headers: Record<string, string>;
  body: StrangeBody;
};

const signs = ['\u0000', '%', '_', '\\', "'", '"', '\ud800', '../..', '@@data:;base64,', 'null', 'All', '-1'];

const strangeText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(...signs),
  fc.integer().map(String),
);

const strangeValue = fc.oneof(
  strangeText,
  fc.double(),
  fc.constantFrom(null, true, [], {}, [null], [[]], [{}], { _id: 1 }, 1e308, -0, Number.MAX_SAFE_INTEGER),
  fc.jsonValue({ maxDepth: 3 }),
);

const boundary = 'broken';
const formType = `multipart/form-data; boundary=${boundary}`;
const partHead = `--${boundary}\r\nContent-Disposition: form-data; name="excel"; filename="a.csv"\r\n\r\n`;

const brokenForms = [
  '',
  '--',
  partHead.slice(0, 40),
  `${partHead}name\nPen`,
  `${partHead}name\nPen\r\n--${boundary}--`,
  `${partHead}name\nPen\r\n--another--`,
  `--${boundary}\r\n\r\n\r\n--${boundary}--`,
  `${partHead.replace('excel', 'x'.repeat(5000))}\r\n--${boundary}--`,
];

const asRaw = (type: string) => (text: string) => ({ kind: 'raw' as const, type, text });

const rawBodies = fc.oneof(
  fc.constantFrom(...brokenForms).map(asRaw(formType)),
  fc.constantFrom('', 'x').map(asRaw('multipart/form-data')),
  fc.constantFrom('', 'x').map(asRaw('text/plain')),
  fc.constantFrom('', '{', 'nul', '"', '\ufeff{}', '{"a":1}}').map(asRaw('application/json')),
);

const odd = ['version', '_id', 'id', 'createdAt', 'search', 'constructor', 'toString', 'nonsense'];

const namesIn = (operation: Operation) => [...Object.keys((bodyExample(operation) ?? {}) as Values), ...odd];

const namesOf = ({ parameters = [] }: Operation, location: string) =>
  parameters.filter((parameter) => parameter.in === location).map(({ name }) => name);

const bodies = (operation: Operation): fc.Arbitrary<StrangeBody> => {
  const field = fc.constantFrom(...namesIn(operation));
  const weighted = (weight: number, arbitrary: fc.Arbitrary<StrangeBody>) => ({ weight, arbitrary });
  return fc.oneof(
    weighted(2, fc.record({ kind: fc.constant('json' as const), value: fc.jsonValue() })),
    weighted(
      6,
      fc.record({
        kind: fc.constant('changed' as const),
        fields: fc.dictionary(field, strangeValue, { maxKeys: 2 }),
      }),
    ),
    weighted(1, fc.record({ kind: fc.constant('deep' as const), field, levels: fc.nat(20_000) })),
    weighted(1, fc.record({ kind: fc.constant('cut' as const), at: fc.nat(300) })),
    weighted(1, rawBodies),
  );
};

/** Random malformed requests for a route. */
export const arbitraryRequest = (operation: Operation): fc.Arbitrary<FuzzRequest> =>
  fc.record({
    // The empty name leaves the example's id in place, so that code behind the lookup runs, too.
    path: fc.dictionary(fc.constantFrom('', ...namesOf(operation, 'path')), strangeText, { maxKeys: 2 }),
    query: fc.array(fc.tuple(fc.constantFrom(...namesOf(operation, 'query'), 'sort', 'nonsense'), strangeText), {
      maxLength: 4,
    }),
    headers: fc.dictionary(
      fc.constantFrom('x-nonsense', ...namesOf(operation, 'header')),
      fc.string({ maxLength: 300 }).map((text) => text.trim()),
      { maxKeys: 2 },
    ),
    body: bodies(operation),
  });

/** Whether the body can be parsed, so that the request may reach the database. */
export const isReadable = ({ body }: FuzzRequest): boolean => body.kind === 'changed';

/** Fixed cases for every route with a body, in addition to the random ones. */
export const edgeCases = (operation: Operation): FuzzRequest[] => {
  if (operation.method === 'GET') return [];
  const [field = 'name'] = namesIn(operation);
  const takesForms = operation.requestBody?.content?.['multipart/form-data'] !== undefined;
  // Routes that take no form reject all forms alike, so one is enough.
  const forms = takesForms ? brokenForms : brokenForms.slice(-1);
  const request = (body: StrangeBody): [FuzzRequest] => [{ path: {}, query: [], headers: {}, body }];
  return [
    ...request({ kind: 'long', field, length: 1_000_000 }),
    ...request({ kind: 'deep', field, levels: 30_000 }),
    // With an `Idempotency-Key`, the server serializes the body before validating it.
    ...request({ kind: 'deep', field, levels: 5000 }).map((deep) => ({
      ...deep,
      headers: Object.fromEntries(namesOf(operation, 'header').map((name) => [name, 'key'])),
    })),
    ...request({ kind: 'changed', fields: { nonsense: 1 } }),
    ...request({ kind: 'changed', fields: { [field]: 'a\u0000b' } }),
    ...request({ kind: 'changed', fields: { [field]: '\ud800' } }),
    ...request({ kind: 'changed', fields: Object.fromEntries(namesIn(operation).map((name) => [name, {}])) }),
    ...request({ kind: 'json', value: [] }),
    ...request({ kind: 'cut', at: 1 }),
    ...forms.flatMap((text) => request({ kind: 'raw', type: formType, text })),
  ];
};

const textOf = (body: StrangeBody, example: unknown): string => {
  const withField = (field: string, value: string) =>
    JSON.stringify({ ...(example as Values), [field]: '@here@' }).replace('"@here@"', () => value);
  switch (body.kind) {
    case 'json':
      return JSON.stringify(body.value);
    case 'changed':
      return JSON.stringify({ ...(example as Values), ...body.fields });
    case 'long':
      return withField(body.field, `"${'x'.repeat(body.length)}"`);
    case 'deep':
      return withField(body.field, `${'['.repeat(body.levels)}${']'.repeat(body.levels)}`);
    case 'cut':
      return JSON.stringify(example ?? { a: 1 }).slice(0, body.at);
    case 'raw':
      return body.text;
  }
};

// Clients remove dot segments from a path before sending it.
const asSegment = (value: unknown) =>
  String(value)
    .toWellFormed()
    .replace(/^\.{0,2}$/, '-');

/** Builds the request; parts that aren't strange come from the example. */
export const toRequest = (
  operation: Operation,
  { path, query, headers, body }: FuzzRequest,
  example: RequestParts,
): { path: string; options: { body?: string; headers: Record<string, string> } } => {
  const ids = Object.fromEntries(
    Object.entries({ ...example.path, ...path }).map(([name, value]) => [name, asSegment(value)]),
  );
  const words = new URLSearchParams(query.map(([name, value]) => [name, value.toWellFormed()]));
  const type = body.kind === 'raw' ? body.type : 'application/json';
  return {
    path: `${fillPath(operation, ids)}?${words}`,
    options:
      operation.method === 'GET'
        ? { headers }
        : { headers: { ...headers, 'content-type': type }, body: textOf(body, example.body) },
  };
};
