import type { z } from 'zod';
import type { FailedRecord } from '#shared/bulk.ts';
import { type CatalogueDesign, catalogueDesignSchema, type makeManySchema } from '#shared/catalogue-design.ts';
import { formatCountInSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import { dealer } from '#shared/resources/dealer.ts';
import type { Database } from '../database/tables.ts';
import { inChunks } from '../database/write-rows.ts';
import { AppError } from '../lib/app-error.ts';
import type { ChangeOptions } from '../records/bulk-transaction.ts';
import { createWriteContext } from '../records/hooks.ts';
import { createRepository } from '../records/repository.ts';
import { type Made, makeAndStore, readDesigns, type Source } from './store-catalogue.ts';

export type MadeMany = { made: Made['record'][]; failed: FailedRecord[] };

type Task = { of: { id: string; label: string }; design: CatalogueDesign; id: string | undefined };

/** A dealer has one catalogue of each title, which is made again. */
const listTasks = async (request: z.output<typeof makeManySchema>, database: Database): Promise<Task[]> => {
  const designs = await readDesigns(database);
  if ('ids' in request) {
    const wanted = new Set(request.ids);
    return designs.flatMap(({ catalogueId, name, design }) =>
      wanted.has(catalogueId)
        ? [{ of: { id: catalogueId, label: name }, design: catalogueDesignSchema.parse(design), id: catalogueId }]
        : [],
    );
  }
  const { design, dealerIds } = request;
  const repository = createRepository(dealer, database);
  const dealers = [];
  for (const chunk of inChunks([...new Set(dealerIds)])) dealers.push(...(await repository.findMany(chunk)));
  return dealers.map(({ _id, name }) => ({
    of: { id: _id, label: String(name) },
    design: { ...design, dealerId: _id },
    id: designs.find((made) => made.design.dealerId === _id && made.design.title === design.title)?.catalogueId,
  }));
};

export const describeMany = ({ made, failed }: MadeMany): string =>
  joinSentences([
    made.length > 0 ? `${formatCountInSentence(made.length, catalogue)} made` : 'No catalogues were made',
    ...failed.slice(0, 3).map(({ label, message }) => `${label}: ${message}`),
    failed.length > 3 ? `And ${failed.length - 3} more` : '',
  ]);

/** Makes catalogues one after the other. Each is stored when it is done, and stays if the others are cancelled. */
export const makeMany = async (
  request: z.output<typeof makeManySchema>,
  source: Source,
  { actor, monitor, beforeCommit }: ChangeOptions<MadeMany>,
): Promise<MadeMany> => {
  const { databaseHandle } = source.context;
  const tasks = await listTasks(request, databaseHandle.database);
  const outcome: MadeMany = { made: [], failed: [] };
  for (const [done, { of, ...task }] of tasks.entries()) {
    monitor?.onProgress({ done, total: tasks.length });
    try {
      const { record } = await makeAndStore(task, source, { actor, signal: monitor?.signal });
      outcome.made.push(record);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      outcome.failed.push({ ...of, message: error.message });
    }
  }
  if (outcome.made.length === 0) throw new AppError('conflict', describeMany(outcome));
  await databaseHandle.transaction((database) =>
    beforeCommit(createWriteContext({ databaseHandle, database, actor }), outcome),
  );
  return outcome;
};
