import { can } from '#shared/permissions.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf } from '#shared/resource-kit/fields.ts';
import { getRecordImage } from '#shared/resource-kit/list-fields.ts';
import { resources } from '#shared/resources/index.ts';
import { foundRecordsSchema, maxFoundRecords, recordSearchSchema } from '#shared/search.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { tokenize } from '../records/search-text.ts';
import { createResourceOperations } from '../resources/index.ts';
import { type App, addRoute } from './route.ts';

const maxDetailLength = 300;

/** The picture of a record, and its price or the lowest of its variants. */
const readPreview = (resource: Resource, record: AnyRecord) => {
  const { [Object.keys(resource.fields).find((name) => resource.fields[name]?.kind === 'money') ?? '']: price } =
    record;
  const { lowest = price, highest = lowest } = (record.variantPrices ?? {}) as { lowest?: number; highest?: number };
  return {
    image: getRecordImage(resource, record),
    price: typeof lowest === 'number' ? lowest : null,
    ...(lowest !== highest && { isLowestPrice: true as const }),
  };
};

/** Tells records of the same name apart: the matching text, else the referenced records. */
const describeMatch = ({ fields, titleField }: Resource, record: AnyRecord, query: string): string => {
  const texts = Object.entries(fields).flatMap(([name, { kind, isSearchable }]) =>
    kind === 'text' && isSearchable && name !== titleField ? [String(record[name] ?? '')] : [],
  );
  const references = Object.entries(fields).flatMap(([name, { kind }]) =>
    kind === 'reference' ? [record[displayNameOf(name)]] : [],
  );
  const match = texts.find((text) => text.toLowerCase().includes(query.toLowerCase()));
  return (match ?? references.filter(Boolean).join(', ')).slice(0, maxDetailLength);
};

export const addSearch = (app: App, context: OperationsContext): void => {
  const searchable = resources.map((resource) => ({
    resource,
    operations: createResourceOperations(resource, context),
  }));
  addRoute(app, {
    url: 'GET /v1/search',
    summary: 'Search all resources that the user may read',
    query: recordSearchSchema,
    response: foundRecordsSchema,
    handle: async (request, { session: { role } }) => {
      const { query } = request.query;
      const page = { pageIndex: 0, pageSize: maxFoundRecords, sort: null, filters: {}, isForSelect: false };
      const found = await Promise.all(
        searchable
          .filter(({ resource }) => can({ role, action: 'read', resource: resource.name }))
          .map(async ({ resource, operations }) => {
            const { data, total, correctedQuery } = await operations.list({ ...page, query });
            const options = { ids: data.map(({ _id }) => _id), words: tokenize(correctedQuery ?? query) };
            const codes = await context.getHooks(resource.name).findCodes?.(context.databaseHandle.database, options);
            const records = data.map((record) => ({
              _id: record._id,
              title: String(record[resource.titleField] ?? ''),
              detail: codes?.get(record._id) ?? describeMatch(resource, record, query),
              ...readPreview(resource, record),
            }));
            return { resource: resource.name, total, records, correctedQuery };
          }),
      );
      const matching = found.filter(({ total }) => total > 0);
      const exact = matching.filter(({ correctedQuery }) => correctedQuery === undefined);
      // Corrected spellings only help if nothing matches the query as typed.
      const data = (exact.length > 0 ? exact : matching).map(({ correctedQuery, ...group }) => group);
      return { message: 'Search finished', data };
    },
  });
};
