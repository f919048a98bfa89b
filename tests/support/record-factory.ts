import type { AnyRecord, Resource } from '../../src/shared/resource-kit/define-resource.ts';
import { type Field, type InheritedField, isFileField } from '../../src/shared/resource-kit/fields.ts';
import { location } from '../../src/shared/resources/geography.ts';
import { findResource, resources } from '../../src/shared/resources/index.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { findGtinProblem } from '../../src/shared/trade-codes.ts';
import type { DatabaseKind } from './databases.ts';
import { asUpload, makeFile } from './files.ts';
import type { Send } from './test-server.ts';

/** Resources with any number of records. */
export const collections = resources.filter((resource) => !resource.isSingleton);

const representative = ['product', 'category', 'user', 'location', 'faq', 'brandsPage'];

/** The collections that are tested on a database: on PostgreSQL only one of each sort, as all share their code. */
export const collectionsOn = (kind: DatabaseKind): readonly Resource[] =>
  kind === 'sqlite' ? collections : collections.filter(({ name }) => representative.includes(name));

/** Resources with at most one record. */
export const singletons = resources.filter((resource) => resource.isSingleton);

/** An id that no record has. */
export const missingId = '01900000-0000-7000-8000-000000000000';

let count = 0;
const unique = (word: string) => {
  count += 1;
  return `${word} ${count}`;
};

/** A new EAN-8. */
const uniqueGtin = (): string => {
  count += 1;
  const digits = String(count).padStart(7, '0');
  return Array.from({ length: 10 }, (_, last) => `${digits}${last}`).find((gtin) => !findGtinProblem(gtin)) ?? '';
};

type Values = Record<string, unknown>;

const fileTypes = { image: 'png', pdf: 'pdf', video: 'mp4', captions: 'vtt', media: 'png' } as const;

const createPlace = async (send: Send): Promise<Values> => {
  const place = await createDependency(send, location);
  const { countryId, regionId, stateId, cityId } = place;
  return { countryId, regionId, stateId, cityId, locationId: place._id };
};

/** Values that depend on rules of a single resource, not on the kind of field. */
const valueOverrides: Record<string, (send: Send, overrides: Values) => Values | Promise<Values>> = {
  user: async (send, overrides) => ({
    email: `${unique('user').replace(' ', '.')}@example.com`,
    role: 'USER',
    ...('locationId' in overrides ? {} : await createPlace(send)),
  }),
  asset: () => ({ crop: '', focalPoint: '30% 20%' }),
  catalogueTemplate: () => ({ design: JSON.stringify({ title: unique('Catalogue'), filter: {} }) }),
  attributeValue: () => ({ color: '#c0392f' }),
  helpSupport: () => ({ startChat: '2026-02-28T09:30:00.000Z', endChat: '' }),
  product: async (send, { categoryId, subCategoryId }) => {
    if (subCategoryId) return { categoryId: null };
    const child = await createRecord(send, subCategory, categoryId ? { categoryId } : {});
    return { categoryId: child.categoryId, subCategoryId: child._id };
  },
};

const validValue = async (send: Send, field: Exclude<Field, InheritedField>): Promise<unknown> => {
  switch (field.kind) {
    case 'text':
      if (field.code) return { gtin: uniqueGtin(), hsn: '9608', priceFormula: '+10%' }[field.code];
      return unique(field.label).slice(0, field.maxLength ?? 500);
    case 'slug':
      return unique('slug').replace(' ', '-');
    case 'richText':
      return `<p>${unique(field.label)} <strong>bold</strong></p>`;
    case 'status':
      return 'ACTIVE';
    case 'number':
      return field.min ?? 1;
    case 'money':
      return 12.35;
    case 'boolean':
      return true;
    case 'choices':
      return field.options.slice(0, 2).map((option) => option.value);
    case 'date':
      return '2026-02-28';
    case 'choice':
      return field.options[0]?.value;
    case 'reference': {
      const target = findResource(field.to);
      return target ? (await createDependency(send, target))._id : null;
    }
    default:
      return asUpload(`${unique('file')}.${fileTypes[field.kind]}`, makeFile(fileTypes[field.kind]));
  }
};

/** Creates a record to refer to, without its optional references. */
const createDependency = (send: Send, resource: Resource): Promise<AnyRecord> =>
  createRecord(
    send,
    resource,
    Object.fromEntries(
      Object.entries(resource.fields)
        .filter(([, field]) => field.kind === 'reference' && !field.isRequired)
        .map(([name]) => [name, null]),
    ),
  );

/** Values for the fields that `isWanted`, except inherited ones, and the records that they refer to. */
const valuesFor = async (
  send: Send,
  resource: Resource,
  { isWanted, overrides = {} }: { isWanted: (name: string, field: Field) => boolean; overrides?: Values },
): Promise<Values> => {
  const special = (await valueOverrides[resource.name]?.(send, overrides)) ?? {};
  const values: Values = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (field.kind === 'inherited' || !isWanted(name, field)) continue;
    values[name] = name in special ? special[name] : await validValue(send, field);
  }
  return values;
};

/** Values for every field of a resource, and the records that they refer to. */
export const validValues = (send: Send, resource: Resource): Promise<Values> =>
  valuesFor(send, resource, { isWanted: () => true });

export const createRecord = async (send: Send, resource: Resource, overrides: Values = {}): Promise<AnyRecord> => {
  const needed = await valuesFor(send, resource, {
    isWanted: (name, field) => !(name in overrides) && !(isFileField(field) && !field.isRequired),
    overrides,
  });
  const values = { ...needed, ...overrides };
  const { status, body } = await send('POST', `/v1/${resource.name}/`, { body: values });
  if (status !== 200) throw new Error(`${resource.name} was not created: ${status} ${body.message}`);
  return body.data as AnyRecord;
};

export const createPair = async (send: Send, resource: Resource): Promise<[AnyRecord, AnyRecord]> => [
  await createRecord(send, resource),
  await createRecord(send, resource),
];

export const listRecords = async (
  send: Send,
  name: string,
  query: string,
): Promise<{ data: AnyRecord[]; total: number }> => {
  const { status, body } = await send('GET', `/v1/${name}/?${query}`);
  if (status !== 200) throw new Error(`${name} can't be listed: ${status} ${body.message}`);
  return body as { data: AnyRecord[]; total: number };
};

export const fieldsOf = (resource: Resource, ...kinds: Field['kind'][]): string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => kinds.includes(field.kind))
    .map(([name]) => name);
