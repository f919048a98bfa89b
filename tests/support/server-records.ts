import type { AnyRecord, Resource } from '../../src/shared/resource/define-resource.ts';
import type { Field } from '../../src/shared/resource/fields.ts';
import { isFileField } from '../../src/shared/resource/fields.ts';
import { findResource } from '../../src/shared/resources/index.ts';
import { asUpload, fileOf } from './server-files.ts';
import type { Send } from './server-kit.ts';

let count = 0;
const unique = (word: string) => {
  count += 1;
  return `${word} ${count}`;
};

type Values = Record<string, unknown>;

const fileTypes = { image: 'png', pdf: 'pdf', video: 'mp4' } as const;

const validValue = async (send: Send, field: Field): Promise<unknown> => {
  switch (field.kind) {
    case 'text':
      return unique(field.label).slice(0, field.maxLength ?? 500);
    case 'richText':
      return `<p>${unique(field.label)} <strong>bold</strong></p>`;
    case 'status':
      return 'ACTIVE';
    case 'number':
      return field.min ?? 1;
    case 'date':
      return '2026-02-28';
    case 'choice':
      return field.options[0]?.value;
    case 'reference': {
      const target = findResource(field.to);
      return target ? (await createRecord(send, target))._id : null;
    }
    default:
      return asUpload(`${unique('file')}.${fileTypes[field.kind]}`, fileOf(fileTypes[field.kind]));
  }
};

/** Values for every field of a resource, with the records that they refer to. */
export const validValues = async (send: Send, resource: Resource): Promise<Values> => {
  const values: Values = {};
  for (const [name, field] of Object.entries(resource.fields)) values[name] = await validValue(send, field);
  return values;
};

/** Creates a record as a client does. */
export const createRecord = async (
  send: Send,
  resource: Resource,
  overrides: Values = {},
): Promise<AnyRecord> => {
  const needed = Object.entries(resource.fields).filter(
    ([name, field]) => !(name in overrides) && !(isFileField(field) && !field.isRequired),
  );
  const values: Values = { ...overrides };
  for (const [name, field] of needed) values[name] = await validValue(send, field);
  const { status, body } = await send('POST', `/v1/${resource.name}/`, { body: values });
  if (status !== 200) throw new Error(`${resource.name} was not created: ${status} ${body.message}`);
  return body.data as AnyRecord;
};

/** The names of a resource's fields of some kinds. */
export const fieldsOf = (resource: Resource, ...kinds: Field['kind'][]): string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => kinds.includes(field.kind))
    .map(([name]) => name);
