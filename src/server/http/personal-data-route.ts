import { Readable } from 'node:stream';
import { nameKey } from '#shared/normalize-text.ts';
import { eraseRequestSchema, personalDataQuerySchema, personalDataSchema } from '#shared/personal-data.ts';
import { user } from '#shared/resources/user.ts';
import { type Audit, recordInTransaction } from '../audit/record.ts';
import { AppError, validationError } from '../lib/app-error.ts';
import { collectPersonalData } from '../personal-data/collect.ts';
import { erasePersonalData, findDeletedUser } from '../personal-data/erase.ts';
import { createWriteContext, type OperationsContext } from '../records/hooks.ts';
import { createRepository } from '../records/repository.ts';
import { writeOptionsFrom } from './records/routes.ts';
import { type App, addRoute, type FileResponse } from './route.ts';

const jsonFile: FileResponse = {
  description: 'All data about one user',
  content: { 'application/json': { schema: personalDataSchema } },
};

const notFoundError = () => new AppError('notFound', 'User not found');

export const addPersonalData = (app: App, context: OperationsContext & { audit: Audit }): void => {
  const { databaseHandle, audit } = context;
  const { database } = databaseHandle;

  addRoute(app, {
    url: 'GET /v1/user/personal-data',
    exposeHeadRoute: false,
    access: { resource: user.name, action: 'update' },
    summary: 'Export all data about one user',
    query: personalDataQuerySchema,
    response: jsonFile,
    errors: [404],
    handle: async (request, { session: { userId } }, reply) => {
      const { id } = request.query;
      await audit.flush();
      const json = await collectPersonalData(database, id);
      if (!json) throw notFoundError();
      audit.record({ event: 'personalDataExported', userId, subjectId: id, address: request.ip });
      return reply
        .type('application/json; charset=utf-8')
        .header('content-disposition', 'attachment; filename="personal-data.json"')
        .send(Readable.from(json, { objectMode: false }));
    },
  });

  addRoute(app, {
    url: 'POST /v1/user/erase',
    access: { resource: user.name, action: 'delete', isConfirmed: true },
    summary: 'Erase the personal data of a deleted user from trash, history, audit log and stored responses',
    body: eraseRequestSchema,
    errors: [404, 409],
    handle: async (request) => {
      const { id, name } = request.body;
      if (await createRepository(user, database).find(id)) {
        throw new AppError('conflict', 'Delete this user before erasing personal data');
      }
      const identity = await findDeletedUser(database, id);
      if (!identity) throw notFoundError();
      if (nameKey(name) !== nameKey(identity.name)) {
        throw validationError([{ field: 'name', message: 'This isn’t the name of the deleted user' }]);
      }
      await databaseHandle.transaction(async (transaction) => {
        const write = createWriteContext({
          databaseHandle,
          database: transaction,
          ...writeOptionsFrom(request),
        });
        await erasePersonalData(write, { userId: id, identity });
        await recordInTransaction(write, [{ event: 'personalDataErased', subjectId: id }]);
      });
      return { message: 'Personal data erased' };
    },
  });
};
