import type { HistoryEntry } from '../../src/shared/history.ts';
import { exampleId } from '../../src/shared/resource/examples.ts';
import { resources } from '../../src/shared/resources/index.ts';
import { mediaExample } from './schema-examples.ts';
import type { Operation } from './server-description.ts';
import type { Send } from './server-kit.ts';

const json = 'application/json';

/** The example of what a route takes as JSON; undefined for one that takes none. */
export const bodyExample = ({ requestBody }: Operation): unknown => {
  const media = requestBody?.content?.[json];
  return media && mediaExample(media);
};

/** What a request is made of before it is sent. */
export type RequestParts = { path: Record<string, string>; query: Record<string, string>; body: unknown };

/** A route's path with its parameters filled in. */
export const pathWith = ({ path }: Operation, parameters: Record<string, string>): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(parameters[name] ?? ''));

/** Records made of the examples of the description, one of each resource, which fit together as the examples do. */
export type ExampleRecords = {
  /** Puts the ids of those records in place of the ids that the examples have. */
  adapt: <Value>(example: Value) => Value;
};

const examplesOf = (operation: Operation, place: string) =>
  Object.fromEntries(
    (operation.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map((parameter) => [parameter.name, String(mediaExample(parameter) ?? '')]),
  );

/** The example of a whole request. */
export const requestExample = (operation: Operation, { adapt }: ExampleRecords): RequestParts =>
  adapt({
    path: examplesOf(operation, 'path'),
    query: examplesOf(operation, 'query'),
    body: bodyExample(operation),
  });

/** Creates one record of each resource from the examples, as somebody does who reads the description. */
export const createExampleRecords = async (
  send: Send,
  operations: readonly Operation[],
): Promise<ExampleRecords> => {
  const ids = new Map<string, string>();
  const adapt = <Value>(example: Value): Value => {
    let text = JSON.stringify(example);
    for (const [from, to] of ids) text = text?.replaceAll(from, to);
    return text === undefined ? example : (JSON.parse(text) as Value);
  };
  const make = async (name: string) => {
    const create = operations.find(({ method, path }) => method === 'POST' && path === `/v1/${name}/`);
    const body = create && adapt(bodyExample(create));
    const answer = await send('POST', `/v1/${name}/`, { body });
    if (answer.status !== 200)
      throw new Error(`The example of ${name} was refused: ${answer.status} ${answer.body.message}`);
    return (answer.body.data as { _id: string })._id;
  };
  for (const { name } of resources) ids.set(exampleId(name), await make(name));
  // One that nothing refers to, so that the change which made it can be undone.
  const { body } = await send('GET', `/v1/history?recordId=${await make('faq')}`);
  const [entry] = body.data as HistoryEntry[];
  ids.set(exampleId('history'), String(entry?._id));
  ids.set(exampleId('change'), String(entry?.changeId));
  return { adapt };
};
