import type { z } from 'zod';

type Schema = z.core.JSONSchema.BaseSchema;

const firstDefined = (...values: unknown[]) => values.find((value) => value !== undefined);

const isNull = ({ type }: Schema) => type === 'null';

const objectExample = ({ properties = {} }: Schema): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).flatMap(([name, property]) => {
      const example = typeof property === 'boolean' ? undefined : exampleOf(property);
      return example === undefined ? [] : [[name, example]];
    }),
  );

const textExample = ({ format, minLength = 0 }: Schema) => {
  if (format === 'binary') return undefined;
  return format === 'email' ? 'name@company.com' : 'Text'.padEnd(minLength, ' text');
};

const typedExample = (schema: Schema): unknown => {
  const [type] = [schema.type ?? (schema.properties && 'object')].flat();
  switch (type) {
    case 'object':
      return objectExample(schema);
    case 'array': {
      const item =
        schema.items && !Array.isArray(schema.items) ? exampleOf(schema.items as Schema) : undefined;
      return item === undefined ? [] : [item];
    }
    case 'string':
      return textExample(schema);
    case 'number':
    case 'integer':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return undefined;
  }
};

/** What a value of a schema looks like; undefined where the schema says nothing of it. */
const exampleOf = (schema: Schema): unknown => {
  const given = firstDefined(schema.example, schema.const, schema.default, schema.enum?.[0]);
  if (given !== undefined) return given;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part as Schema)));
  const choice = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  const chosen = choice?.find((branch) => !isNull(branch)) ?? choice?.[0];
  return chosen ? exampleOf(chosen) : typedExample(schema);
};

type Media = { schema?: Schema; example?: unknown; examples?: Record<string, { value: unknown }> };
type Content = { content?: Record<string, Media> };
type Operation = {
  tags?: string[];
  parameters?: Media[];
  requestBody?: Content;
  responses?: Record<string, Content>;
};

/** The description of the API, as far as it is completed here. */
export type Document = { paths?: Record<string, Record<string, Operation>> };

/** What has several shapes gets an example of each, under the title of its schema. */
const addExample = (media: Media): void => {
  if (!media.schema || media.example !== undefined || media.examples) return;
  const shapes = (media.schema.anyOf ?? []) as Schema[];
  const titled = shapes.filter((shape) => shape.title !== undefined);
  if (titled.length > 1) {
    media.examples = Object.fromEntries(titled.map((shape) => [shape.title, { value: exampleOf(shape) }]));
    return;
  }
  const example = exampleOf(media.schema);
  if (example !== undefined) media.example = example;
};

/** Adds an example to every parameter, request and answer that has none of its own. */
export const addExamples = (document: Document): void => {
  const operations = Object.values(document.paths ?? {}).flatMap((path) => Object.values(path));
  for (const { parameters = [], requestBody, responses = {} } of operations) {
    const contents = [requestBody, ...Object.values(responses)].map((part) => part?.content ?? {});
    for (const media of [...parameters, ...contents.flatMap(Object.values<Media>)]) addExample(media);
  }
};
