import { z } from 'zod';
import { productVariant } from '#shared/product/variant.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, hasPages, isReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { findResource } from '#shared/resources/index.ts';
import type { PublicResource } from '#shared/site.ts';
import { version } from '../lib/config.ts';
import { changesParameters } from './changes.ts';
import { listParameters, publicFields } from './read.ts';
import { publicName } from './to-public.ts';

type Schema = { [keyword: string]: unknown };

const nullable = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const object = (properties: Record<string, Schema>): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
const list = (items: Schema): Schema => ({ type: 'array', items });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const text: Schema = { type: 'string' };
const url: Schema = { type: 'string', format: 'uri' };
const time: Schema = { type: 'string', format: 'date-time' };
const number: Schema = { type: ['number', 'null'] };
const named = object({ id: text, name: text });
const percent: Schema = { type: 'number', description: 'In percent from the left or top' };
const integer: Schema = { type: ['integer', 'null'] };

const schemaOf = (field: Field): Schema => {
  if (isReferenceField(field)) return nullable(named);
  switch (field.kind) {
    case 'number':
    case 'money':
      return number;
    case 'boolean':
      return { type: 'boolean' };
    case 'date':
      return { type: ['string', 'null'], format: 'date' };
    case 'choice':
      return { enum: [...field.options.map(({ value }) => value), null] };
    case 'choices':
      return list({ enum: field.options.map(({ value }) => value) });
    case 'image':
      return nullable(ref('Image'));
    case 'pdf':
    case 'video':
    case 'captions':
      return nullable(ref('File'));
    case 'richText':
      return { ...text, description: 'HTML' };
    default:
      return text;
  }
};

const fieldSchemas = (resource: Resource): Record<string, Schema> =>
  Object.fromEntries(publicFields(resource).map(([name, field]) => [publicName(name, field), schemaOf(field)]));

const variantSchema = (): Schema =>
  object({
    id: text,
    ...fieldSchemas(productVariant),
    images: list(ref('Image')),
    features: list(text),
    attributeValues: list(object({ id: text, ...fieldSchemas(attributeValue), attribute: named })),
  });

const recordSchema = (resource: Resource): Schema => {
  const { parts } = resource.site ?? {};
  const part = findResource(parts?.of ?? '');
  return object({
    id: text,
    ...fieldSchemas(resource),
    createdAt: time,
    updatedAt: time,
    ...(parts && part && { [parts.name]: list(recordSchema(part)) }),
    ...(resource.name === 'product' && { variants: list(variantSchema()) }),
  });
};

const schemaName = ({ name }: Resource): string =>
  name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

const problem = {
  description: 'A problem (RFC 9457)',
  content: { 'application/problem+json': { schema: ref('Problem') } },
};

const changeSchema = object({
  resource: text,
  id: { type: ['string', 'null'], description: 'Null if so many have changed that the whole list has to be read' },
  change: { enum: ['created', 'updated', 'deleted'] },
  at: time,
});

const preview: Parameter = {
  name: 'preview',
  in: 'query',
  required: false,
  description: 'The preview token in the address of a page: shows this record as it is, also if it isn’t published',
  schema: text,
};

type Parameter = { name: string; in: 'path' | 'query'; required: boolean; description?: string; schema: Schema };

const toOperation = ({
  summary,
  schema,
  parameters,
}: {
  summary: string;
  schema: Schema;
  parameters: Parameter[];
}) => ({
  get: {
    summary,
    parameters,
    responses: {
      200: { description: 'Found', content: { 'application/json': { schema } } },
      304: { description: 'Not changed since the ETag or the time that was sent' },
      default: problem,
    },
  },
});

const toParameters = (query: z.ZodType): Parameter[] => {
  const { properties = {} } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties as Record<string, Schema>).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: false,
    description: String(description),
    schema,
  }));
};

const redirects = toOperation({
  summary: 'List former slugs with the current ones',
  schema: object({ data: list(object({ path: text, from: text, to: text })) }),
  parameters: [],
});

/** Describes the routes of the resources, as their declarations have them. */
export const describeSite = (resources: readonly PublicResource[], base: string) => {
  const paths = resources.flatMap((resource) => {
    const { site, label, labelPlural, isSingleton } = resource;
    const record = ref(schemaName(resource));
    const one = object({ data: record });
    if (isSingleton) {
      return [[`/${site.path}`, toOperation({ summary: `Get ${label}`, schema: one, parameters: [preview] })]];
    }
    const page = object({ data: list(record), nextCursor: { type: ['string', 'null'] } });
    const id: Parameter = { name: 'id', in: 'path', required: true, schema: text };
    return [
      [
        `/${site.path}`,
        toOperation({
          summary: `List ${inSentence(labelPlural)}`,
          schema: page,
          parameters: toParameters(listParameters(resource)),
        }),
      ],
      [
        `/${site.path}/{id}`,
        toOperation({ summary: `Get one of the ${inSentence(labelPlural)}`, schema: one, parameters: [id, preview] }),
      ],
      ...(hasPages(resource)
        ? [
            [
              `/${site.path}/by-slug/{slug}`,
              toOperation({
                summary: `Get one of the ${inSentence(labelPlural)}; a former slug is redirected to the current one (301)`,
                schema: one,
                parameters: [{ ...id, name: 'slug' }, preview],
              }),
            ] as const,
          ]
        : []),
    ];
  });
  return {
    openapi: '3.1.0',
    info: { title: 'Website API', version },
    servers: [{ url: `${base}/site/v1` }],
    security: [{}, { token: [] }],
    paths: Object.fromEntries([
      ...paths,
      ...(resources.some(hasPages) ? [['/redirects', redirects] as const] : []),
      [
        '/changes',
        toOperation({
          summary: 'List what has changed since a cursor, up to 30 days ago; before that, the response is 410',
          schema: object({ data: list(changeSchema), nextCursor: text, hasMore: { type: 'boolean' } }),
          parameters: toParameters(changesParameters),
        }),
      ],
    ]) as Record<string, ReturnType<typeof toOperation>>,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'A read token' } },
      schemas: {
        Image: object({
          url,
          srcset: text,
          width: integer,
          height: integer,
          alt: text,
          color: { type: ['string', 'null'] },
          focalPoint: nullable({
            ...object({ x: percent, y: percent }),
            description: 'What stays visible where the image is cut; null for its centre',
          }),
        }),
        File: object({ url, size: integer }),
        Problem: {
          ...object({ type: text, title: text, status: { type: 'integer' }, detail: text }),
          additionalProperties: true,
        },
        ...Object.fromEntries(resources.map((resource) => [schemaName(resource), recordSchema(resource)])),
      } as Record<string, Schema>,
    },
  };
};

const escapeHtml = (value: unknown): string =>
  String(value).replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const styles = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
code,pre{font-size:.875rem}pre{overflow:auto;padding:.75rem;border:1px solid #8884}td,th{text-align:left;padding:.25rem 1rem .25rem 0;vertical-align:top}`;

/** The description as a page without scripts. */
export const toDocsPage = (description: ReturnType<typeof describeSite>): string => {
  const { paths, components, servers } = description;
  const [server] = servers;
  const sections = Object.entries(paths).map(([path, { get }]) => {
    const rows = get.parameters.map(
      ({ name, description: about = '', schema }) =>
        `<tr><td><code>${escapeHtml(name)}</code></td><td>${escapeHtml(about)}</td><td><code>${escapeHtml((schema.enum as string[] | undefined)?.join(' ') ?? schema.type ?? '')}</code></td></tr>`,
    );
    return `<h2><code>GET ${escapeHtml(path)}</code></h2><p>${escapeHtml(get.summary)}</p>${rows.length > 0 ? `<table>${rows.join('')}</table>` : ''}`;
  });
  const schemas = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<details><summary>${escapeHtml(name)}</summary><pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre></details>`,
  );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Website API</title><style>${styles}</style>
<h1>Website API</h1><p>Address: <code>${escapeHtml(server?.url)}</code>. Machine-readable: <a href="v1/openapi.json">openapi.json</a></p>
${sections.join('\n')}<h2>Schemas</h2>${schemas.join('\n')}</html>`;
};
