import type { HistoryEntry } from '../../src/shared/history.ts';
import { exampleId } from '../../src/shared/resource-kit/examples.ts';
import { resources } from '../../src/shared/resources/index.ts';
import type { Operation } from './openapi.ts';
import { mediaExample } from './schema-examples.ts';
import type { Send } from './test-server.ts';

const json = 'application/json';

export const bodyExample = ({ requestBody }: Operation): unknown => {
  const media = requestBody?.content?.[json];
  return media && mediaExample(media);
};

export type RequestParts = { path: Record<string, string>; query: Record<string, string>; body: unknown };

/** Fills in the parameters of a route's path. */
export const fillPath = ({ path }: Operation, parameters: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''));

/** Records created from the description's examples, one per resource, with matching references. */
export type ExampleRecords = {
  /** Replaces the example ids with the ids of these records. */
  replaceIds: <Value>(example: Value) => Value;
};

const examplesOf = (operation: Operation, location: string) =>
  Object.fromEntries(
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === location)
      .map((parameter) => [parameter.name, String(mediaExample(parameter) ?? '')]),
  );

export const requestExample = (operation: Operation, { replaceIds }: ExampleRecords): RequestParts =>
  replaceIds({
    path: examplesOf(operation, 'path'),
    query: examplesOf(operation, 'query'),
    body: bodyExample(operation),
  });

/** Creates one record per resource from the examples in the description. */
export const createExampleRecords = async (send: Send, operations: readonly Operation[]): Promise<ExampleRecords> => {
  const ids = new Map<string, string>();
  const replaceIds = <Value>(example: Value): Value => {
    let text = JSON.stringify(example);
    for (const [from, to] of ids) text = text?.replaceAll(from, to);
    return text === undefined ? example : (JSON.parse(text) as Value);
  };
  const make = async (name: string) => {
    const create = operations.find(({ method, path }) => method === 'POST' && path === `/v1/${name}/`);
    const body = create && replaceIds(bodyExample(create));
    const response = await send('POST', `/v1/${name}/`, { body });
    if (response.status !== 200)
      throw new Error(`The example of ${name} was refused: ${response.status} ${response.body.message}`);
    return (response.body.data as { _id: string })._id;
  };
  for (const { name } of resources) ids.set(exampleId(name), await make(name));
  // Nothing refers to this record, so its creation can be undone.
  const { body } = await send('GET', `/v1/history?recordId=${await make('faq')}`);
  const [entry] = body.data as HistoryEntry[];
  ids.set(exampleId('history'), String(entry?._id));
  ids.set(exampleId('change'), String(entry?.changeId));
  return { replaceIds };
};
