type Schema = {
  type?: string | string[];
  example?: unknown;
  const?: unknown;
  default?: unknown;
  enum?: unknown[];
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  format?: string;
  minLength?: number;
  minimum?: number;
  title?: string;
};

const firstDefined = (...values: unknown[]) => values.find((value) => value !== undefined);

const objectExample = ({ properties = {} }: Schema) =>
  Object.fromEntries(
    Object.entries(properties)
      .map(([name, property]) => [name, exampleOf(property)])
      .filter(([, example]) => example !== undefined),
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
      const item = schema.items && exampleOf(schema.items);
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

const exampleOf = (schema: Schema): unknown => {
  const given = firstDefined(schema.example, schema.const, schema.default, schema.enum?.[0]);
  if (given !== undefined) return given;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(exampleOf));
  const choice = schema.anyOf ?? schema.oneOf;
  const chosen = choice?.find(({ type }) => type !== 'null') ?? choice?.[0];
  return chosen ? exampleOf(chosen) : typedExample(schema);
};

type Media = { schema: object; example?: unknown };

/** The example of a parameter, request or response, or one built from its schema. */
export const mediaExample = ({ schema, example }: Media): unknown => example ?? exampleOf(schema);

/** Examples of every shape that a parameter, request or response can have. */
export const mediaExamples = (media: Media): unknown[] => {
  const shapes = ((media.schema as Schema).anyOf ?? []).filter(({ title }) => title !== undefined);
  return shapes.length > 1 ? shapes.map(exampleOf) : [mediaExample(media)];
};
