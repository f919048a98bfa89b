import type { z } from 'zod';
import type { setupRequestSchema } from '#shared/api.ts';
import type { OperationsContext } from '../records/rules.ts';
import { prepareSample } from './prepare-sample.ts';
import { setUp } from './set-up.ts';

/** Creates the first administrator and optionally the sample data, in one transaction. */
export type FirstStart = (request: z.output<typeof setupRequestSchema>) => Promise<void>;

export const createFirstStart =
  ({ context, sampleDir }: { context: OperationsContext; sampleDir: string }): FirstStart =>
  (request) =>
    context.files.during(async (fileTransaction) => {
      const sample = request.sample
        ? await prepareSample({ sampleDir, context, files: fileTransaction })
        : null;
      await setUp({
        context,
        request,
        alsoDo: async (write) => {
          await sample?.write(write);
          fileTransaction.commit();
        },
      });
    });
