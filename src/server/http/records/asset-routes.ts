import { z } from 'zod';
import { dataResponseSchema } from '#shared/api.ts';
import { filterSchema } from '#shared/bulk.ts';
import { focalKeyLength, focalPointsSchema, imageEditSchema } from '#shared/image-edit.ts';
import { toLocalDay } from '#shared/local-day.ts';
import { can, type Role } from '#shared/permissions.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { exampleId } from '#shared/resource-kit/examples.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { replaceRequestSchema, replaceResponseSchema, type UsedBy } from '#shared/used-by.ts';
import { inChunks } from '../../database/write-rows.ts';
import { zipFiles } from '../../export/zip-files.ts';
import { validationError } from '../../lib/app-error.ts';
import type { ReplaceOutcome } from '../../records/replace.ts';
import { createRepository } from '../../records/repository.ts';
import { notFoundError } from '../../records/write.ts';
import { editImage } from '../../resources/asset/edit-image.ts';
import { replaceEverywhere } from '../../resources/asset/replace.ts';
import { forbiddenError } from '../plugins/auth.ts';
import { fileResponse } from '../route.ts';
import { longChangeResponses, runLongChange } from './long-change.ts';
import { addResourceRoute, idParams, type ResourceApi } from './routes.ts';

/** Throws unless the role may update all records that use a file. */
const assertCanUpdate = (role: Role, uses: readonly UsedBy[]): void => {
  if (!uses.every(({ resource }) => can({ role, action: 'update', resource }))) throw forbiddenError();
};

const describeReplacement = ({ changed, changeId, title }: ReplaceOutcome) => ({
  message:
    changeId === null
      ? `“${title}” can be replaced in ${formatCount(changed, 'item')}`
      : `“${title}” replaced in ${formatCount(changed, 'item')}`,
  changed,
  changeId,
});

const describeEdit = ({ changed, changeId, title }: ReplaceOutcome) => ({
  message: `“${title}” edited${changed > 0 ? `, and replaced in ${formatCount(changed, 'item')}` : ''}`,
  changed,
  changeId,
});

/** More focal points would take long to load on each start; images without one are cut at their centre. */
const maxFocalPoints = 20_000;

const maxZippedFiles = 2000;

/** Body of `POST /asset/files`. */
const zipRequestSchema = (resource: Resource) =>
  z
    .strictObject({
      ids: z.array(z.string().max(100)).min(1).max(10_000).optional(),
      filter: filterSchema(resource).optional(),
    })
    .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), 'Send either ids or filter')
    .meta({ example: { ids: [exampleId(resource.name)] } });

/** Adds the routes of the library beyond those of every resource. */
export const addAssetRoutes = (api: ResourceApi): void => {
  const { resource, context, operations } = api;
  addResourceRoute(api, {
    url: 'POST /replaceById/:id',
    action: 'update',
    summary: 'Replace one file by another one in all records that use it, as one change. It stays in the library',
    params: idParams(resource.name),
    body: replaceRequestSchema(resource),
    response: replaceResponseSchema,
    errors: [404],
    otherResponses: longChangeResponses(),
    handle: async (request, { session: { role } }, reply) => {
      const { id } = request.params;
      assertCanUpdate(role, await operations.usedBy(id));
      const { replacementId, dryRun: isDryRun } = request.body;
      return runLongChange(request, reply, {
        toResponse: describeReplacement,
        change: (options) => replaceEverywhere(context, { id, replacementId, isDryRun }, options),
        describeFailure: ({ failed }) =>
          `Nothing was changed: the file can’t be replaced in ${formatCount(failed.length, 'item')}`,
      });
    },
  });
  addResourceRoute(api, {
    url: 'POST /editById/:id',
    action: 'update',
    summary:
      'Crop or rotate an image in all records that use it, or set its focal point, as one change. The original stays',
    params: idParams(resource.name),
    body: imageEditSchema,
    response: replaceResponseSchema,
    errors: [404],
    otherResponses: longChangeResponses(),
    handle: async (request, { session: { role } }, reply) => {
      const { id } = request.params;
      const { crop, focalPoint } = request.body;
      const uses = await operations.usedBy(id);
      if (crop) assertCanUpdate(role, uses);
      return runLongChange(request, reply, {
        toResponse: describeEdit,
        change: (options) => editImage(context, { id, crop, focalPoint }, options),
        describeFailure: ({ failed }) =>
          `Nothing was changed: the image can’t be replaced in ${formatCount(failed.length, 'item')}`,
      });
    },
  });
  addResourceRoute(api, {
    url: 'POST /files',
    bodyLimit: 1024 * 1024,
    action: 'read',
    event: 'export',
    summary: `Download up to ${maxZippedFiles.toLocaleString('en')} files of the library as a ZIP archive`,
    body: zipRequestSchema(resource),
    response: fileResponse('The archive', ['application/zip']),
    errors: [404],
    handle: async ({ body }, _active, reply) => {
      const { database } = context.databaseHandle;
      const ids = body.ids ?? (await operations.findIds(body.filter ?? { query: '', filters: {} }));
      if (ids.length > maxZippedFiles) {
        const message = `Select at most ${maxZippedFiles.toLocaleString('en')} files`;
        throw validationError([{ field: 'ids', message }]);
      }
      const repository = createRepository(resource, database);
      const rows: AnyRecord[] = [];
      for (const chunk of inChunks(ids)) rows.push(...((await repository.findRows(chunk)) as AnyRecord[]));
      if (rows.length === 0) throw notFoundError(resource);
      return reply
        .type('application/zip')
        .header('content-disposition', `attachment; filename="media-${toLocalDay(new Date())}.zip"`)
        .send(zipFiles(context.files.storage, rows));
    },
  });
  addResourceRoute(api, {
    url: 'GET /focalPoints',
    action: 'read',
    summary: `List the focal points of images, of the newest ${maxFocalPoints.toLocaleString('en')} that have one`,
    response: dataResponseSchema(focalPointsSchema, 'Focal points'),
    handle: async () => {
      const rows = await context.databaseHandle.database
        .selectFrom('asset')
        .select(['file', 'focalPoint'])
        .where('focalPoint', '<>', '')
        .orderBy('_id', 'desc')
        .limit(maxFocalPoints)
        .execute();
      const data = Object.fromEntries(rows.map(({ file, focalPoint }) => [file.slice(0, focalKeyLength), focalPoint]));
      return { message: 'Focal points found', data };
    },
  });
};
