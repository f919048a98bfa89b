import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { exampleId } from '../../src/shared/resource-kit/examples.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { anyDatabase } from '../support/databases.ts';
import { type Operation, operationsIn, validateAgainstSchema } from '../support/openapi.ts';
import { createExampleRecords, type ExampleRecords, fillPath, requestExample } from '../support/openapi-examples.ts';
import { mediaExamples } from '../support/schema-examples.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

const { description, routes } = inject('prepared');
const operations = operationsIn(description);
const named = operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const);

/** The documentation pages, the API for websites and the automatic HEAD routes are not part of the API. */
const isOfApi = ({ method, path }: { method: string; path: string }) =>
  !path.startsWith('/docs') && !path.startsWith('/site/') && method !== 'HEAD';

describe('the description', () => {
  it('is valid OpenAPI', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(description));
    expect([valid, errors]).toEqual([true, undefined]);
  });

  it('describes exactly the routes of the server', () => {
    const registered = routes.filter(isOfApi).map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(registered.length).toBeGreaterThan(resources.length * 5);
    expect(named.map(([name]) => name).sort()).toEqual(registered.sort());
  });

  it('declares the tags that routes use', () => {
    const tags = description.tags.map(({ name }) => name);
    expect(tags).toEqual(expect.arrayContaining(resources.map(({ name }) => name)));
    expect([...new Set(operations.flatMap((operation) => operation.tags ?? ['none']))].sort()).toEqual(tags.toSorted());
  });

  it('has a unique example id for each resource', () => {
    expect(new Set(resources.map(({ name }) => exampleId(name))).size).toBe(resources.length);
  });
});

const partsOf = ({ parameters = [], requestBody, responses }: Operation) => [
  ...parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter] as const),
  ...Object.entries({ request: requestBody, ...responses }).flatMap(([part, contents]) =>
    Object.entries(contents?.content ?? {}).map(([type, media]) => [`${part} ${type}`, media] as const),
  ),
];

describe.each(named)('%s', (_name, operation) => {
  it('is described completely with valid examples', () => {
    expect(operation.summary).toMatch(/\w/);
    const statuses = Object.keys(operation.responses);
    expect(statuses).toEqual(expect.arrayContaining(['200', '400', '403', '429', '5XX']));
    for (const { description: text } of Object.values(operation.responses)) {
      expect(text).not.toBe('Default Response');
    }
    for (const [part, media] of partsOf(operation)) {
      if ('format' in media.schema && media.schema.format === 'binary') continue;
      for (const example of mediaExamples(media)) {
        expect([part, example]).not.toEqual([part, undefined]);
        expect([part, validateAgainstSchema(media.schema, example)]).toEqual([part, null]);
        // A generated placeholder is no useful example.
        expect([part, JSON.stringify(example)]).not.toEqual([part, expect.stringMatching(/"Text( text)*"/)]);
      }
    }
  });
});

/** Logouts and deletions run last, because they invalidate the session and the records. */
const isLast = ({ method, path }: Operation) => method === 'DELETE' || path === '/v1/user/logout';

/** Their examples of a password, a code or a passkey pass validation, but can't be correct. */
const secretPaths = [
  ...['/v1/user/password', '/v1/user/confirm', '/v1/user/passkeys'],
  ...['/v1/user/two-factor', '/v1/user/two-factor/confirm'],
];

describe.each(anyDatabase)('the examples on %s', (kind) => {
  let server: TestServer;
  let records: ExampleRecords;
  beforeAll(async () => {
    server = await startTestServer(kind);
    records = await createExampleRecords(server.send, operations);
  });
  afterAll(() => server.stop());

  const ask = (operation: Operation) => {
    const { path, query, body } = requestExample(operation, records);
    const address = `${fillPath(operation, path)}?${new URLSearchParams(query)}`;
    return server.send(operation.method, address, { body });
  };

  it('are accepted by the server', async () => {
    const inOrder = [
      ...operations.filter((operation) => !isLast(operation)),
      // Referencing records are deleted first.
      ...operations.filter(({ method }) => method === 'DELETE').toReversed(),
    ];
    for (const operation of inOrder) {
      const { status, body } = await ask(operation);
      const name = `${operation.method} ${operation.path}`;
      // Reads of existing records succeed; for other operations the example must at least pass validation.
      const isOfResource = resources.some(({ name: tag }) => operation.tags?.includes(tag));
      const isRead = operation.method === 'GET' && isOfResource;
      if (isRead && !operation.responses[200]?.content?.['application/json']) {
        expect([name, status]).toEqual([name, 200]);
        continue;
      }
      if (isRead) expect([name, status, body.message]).toEqual([name, 200, expect.any(String)]);
      else if (!secretPaths.includes(operation.path))
        expect([name, status, body.errors]).not.toEqual([name, 400, expect.anything()]);
    }
  });
});
