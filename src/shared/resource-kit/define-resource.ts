import { checkFilter, checkFilterName } from './check-filter.ts';
import {
  type ChoiceOption,
  type Field,
  type Fields,
  type InheritedField,
  type LinkField,
  type Status,
  type TextField,
  withAltFields,
} from './fields.ts';
import type { Paths } from './paths.ts';

/**
 * The public part of a resource: what a website may read, filter and sort by. Nothing else of it leaves the server without
 * a session, and nothing at all of a resource without this part.
 */
export type SitePart<FieldName extends string = string> = {
  /** Below `/site/v1`. A resource without one is only read as a part of others. */
  path?: string;
  fields: readonly FieldName[];
  /** Names of filters of the staff list: fields, links and extra filters. */
  filters?: readonly string[];
  /** Fields to sort by, besides the time of creation. */
  orders?: readonly FieldName[];
  /** Records of another resource that are read with each record, to which they refer by the field `by`. */
  parts?: { name: string; of: string; by: string };
};

/** A resource as pure data, the single source of its schemas, table, routes and screens. */
export type Resource<Name extends string = string, F extends Fields = Fields, P extends Paths = Paths> = {
  /** Path segment of the API, and the name of the table. */
  name: Name;
  label: string;
  labelPlural: string;
  /** The field that names a record in select lists, confirmations and messages. */
  titleField: string;
  paths: P;
  /** There is at most one record: it is read without an id, and a second POST updates it. */
  isSingleton?: boolean;
  /** Two records of one parent rarely have the same name, so forms warn about it. */
  hasDistinctNames?: boolean;
  /** Deviations of this resource's specified requests from those of other resources. */
  api?: {
    createPath?: string;
    /** Updates send the id in the body only, and `getDataById` reads a record. */
    isIdInBody?: boolean;
    /** The form updates the record by POST. */
    isPosted?: boolean;
  };
  fields: F;
  /** Many-to-many references. An inherited link goes through another link. */
  links?: Readonly<Record<string, LinkField | InheritedField>>;
  /** List filters besides those of the fields, by parameter; the server's hooks have their conditions. */
  extraFilters?: Fields;
  /** Sort orders besides those of the fields: references by title, and columns that only the server writes. */
  extraSorts?: readonly string[];
  site?: SitePart;
};

type WithAltFields<F extends Fields> = F & {
  [K in keyof F & string as F[K] extends { kind: 'image' } ? `${K}Alt` : never]: TextField;
};

/** Whether the pictures and formatted texts of a resource's pages are checked. */
const isChecked = ({ site, fields }: Pick<Resource, 'site' | 'fields'>): boolean =>
  site?.path !== undefined && site.fields.some((name) => ['image', 'richText'].includes(fields[name]?.kind ?? ''));

/** Declares a resource. `labelPlural` defaults to the label and an "s". Each image gets a field for its alternative text. */
export const defineResource = <const Name extends string, const F extends Fields, const P extends Paths>(
  resource: Omit<Resource<Name, F, P>, 'labelPlural'> & {
    labelPlural?: string;
    titleField: keyof F & string;
    site?: SitePart<keyof F & string>;
  },
): Resource<Name, WithAltFields<F>, P> => ({
  labelPlural: `${resource.label}s`,
  ...resource,
  fields: withAltFields(resource.fields) as WithAltFields<F>,
  ...(isChecked(resource) && { extraFilters: { ...resource.extraFilters, [checkFilterName]: checkFilter() } }),
});

/** The original name of a stored file, null if unknown, its size in bytes, and the pixels of an image if known. */
export type FileInfo = { name: string | null; size: number; width?: number; height?: number };

/** File details by field. Files stored before names were recorded have none. */
export type RecordFiles = { [field: string]: FileInfo | undefined };

/** Fields that the server adds. Only `_id` is in the specification. */
type RecordMeta = {
  _id: string;
  /** Present on resources with file fields of a server of ours. */
  files?: RecordFiles;
  /** Counts the changes of the record, from 1. */
  version?: number;
  /** ISO 8601, UTC. */
  createdAt?: string;
  /** ISO 8601, UTC. */
  updatedAt?: string;
};

type FieldValue<F extends Field> = F extends { kind: 'text' | 'slug' | 'richText' }
  ? string
  : F extends { kind: 'status' }
    ? Status
    : F extends { kind: 'number' | 'money' }
      ? number | null
      : F extends { kind: 'boolean' }
        ? boolean
        : F extends { kind: 'choices'; options: readonly (infer O extends ChoiceOption)[] }
          ? O['value'][]
          : F extends { kind: 'choice'; options: readonly (infer O extends ChoiceOption)[] }
            ? O['value'] | null
            : string | null;

type Values<F extends Fields> = { [K in keyof F]: FieldValue<F[K]> };

type DisplayNames<F extends Fields> = {
  [K in keyof F as F[K] extends { kind: 'reference' | 'inherited' }
    ? K extends `${infer Base}Id`
      ? `${Base}Name`
      : never
    : never]: string | null;
};

type RequiredKey<F extends Fields> = {
  [K in keyof F]: F[K] extends { initial: string } ? never : F[K] extends { isRequired: true } ? K : never;
}[keyof F];

type Simplify<T> = { [K in keyof T]: T[K] };

/** A record in a response. File fields hold the stored file's name. */
export type RecordOf<R extends Resource> = Simplify<RecordMeta & Values<R['fields']> & DisplayNames<R['fields']>>;

/** Values of a new record. File fields hold `filename@@dataURL`, a stored name or null. */
export type CreateOf<R extends Resource> = Simplify<
  Pick<Values<R['fields']>, RequiredKey<R['fields']>> & Partial<Values<R['fields']>>
>;

export type UpdateOf<R extends Resource> = Simplify<Partial<Values<R['fields']>> & { version?: number }>;

/** A record of any resource, for code that is independent of the resource. */
export type AnyRecord = RecordMeta & { [field: string]: unknown };
