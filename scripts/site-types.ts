import { writeFileSync } from 'node:fs';
import { describeSite } from '../src/server/site/openapi.ts';
import { publicResources } from '../src/shared/site.ts';
import { inRoot } from './lib/paths.ts';

type Schema = { [keyword: string]: unknown };

const { paths, components } = describeSite(publicResources, '');

const indent = (text: string): string => text.replaceAll('\n', '\n  ');
const quote = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ');
const nameOf = (reference: unknown): string => String(reference).split('/').at(-1) ?? '';

const toObject = ({ properties = {}, required = [] }: Schema): string => {
  const members = Object.entries(properties as Record<string, Schema>).map(([name, schema]) => {
    const comment = schema.description ? `/** ${schema.description} */\n  ` : '';
    return `  ${comment}${name}${(required as string[]).includes(name) ? '' : '?'}: ${indent(toType(schema))};`;
  });
  return `{\n${members.join('\n')}\n}`;
};

const primitives: Readonly<Record<string, string>> = { integer: 'number' };

const toType = (schema: Schema): string => {
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.anyOf) return union((schema.anyOf as Schema[]).map(toType));
  if (schema.enum) return union((schema.enum as unknown[]).map(quote));
  if (schema.type === 'object') return toObject(schema);
  if (schema.type === 'array') {
    const item = toType(schema.items as Schema);
    return /^\w+$/.test(item) || item.startsWith('{') ? `${item}[]` : `(${item})[]`;
  }
  return union([schema.type].flat().map((type) => primitives[String(type)] ?? String(type)));
};

const schemaOf = (path: string): Schema =>
  paths[path]?.get.responses[200].content['application/json'].schema.properties as Schema;

const toQuery = (path: string): string => {
  const parameters = paths[path]?.get.parameters ?? [];
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
  );
  return toObject({ properties });
};

const names = publicResources.map(({ site, isSingleton }) => ({ path: site.path, isSingleton }));
const lists = names.flatMap(({ path, isSingleton }) =>
  isSingleton
    ? []
    : [
        `  ${path}: {
    record: ${toType((schemaOf(`/${path}`).data as Schema).items as Schema)};
    query: ${indent(indent(toQuery(`/${path}`)))};
  };`,
      ],
);
const singletons = names.flatMap(({ path, isSingleton }) =>
  isSingleton ? [`  ${path}: ${toType(schemaOf(`/${path}`).data as Schema)};`] : [],
);
const slugged = names.filter(({ path }) => `/${path}/by-slug/{slug}` in paths).map(({ path }) => quote(path));

/** Types of the website API for its client. A test compares them with the file. */
export const siteTypes = `// Written by \`npm run site-types\` from the description of the API.

${Object.entries(components.schemas)
  .map(([name, schema]) => `export type ${name} = ${toType(schema)};`)
  .join('\n\n')}

/** A record that has changed since a cursor. */
export type Change = ${toType((schemaOf('/changes').data as Schema).items as Schema)};

/** A former slug and the current one. */
export type Redirect = ${toType((schemaOf('/redirects').data as Schema).items as Schema)};

export type Lists = {
${lists.join('\n')}
};

export type Singletons = {
${singletons.join('\n')}
};

/** Lists whose records have pages, and so slugs. */
export type Slugged = ${slugged.join(' | ')};
`;

export const siteTypesPath = inRoot('packages/site-client/src/types.ts');

export const main = (): void => writeFileSync(siteTypesPath, siteTypes);
