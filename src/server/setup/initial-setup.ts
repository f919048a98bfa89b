import type { z } from 'zod';
import type { setupRequestSchema } from '#shared/api.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { prepareSample } from './prepare-sample.ts';
import { runSetup } from './setup.ts';

/** Creates the first administrator and optionally the sample data, in one transaction. */
export type InitialSetup = (request: z.output<typeof setupRequestSchema>) => Promise<void>;

export const createInitialSetup =
  ({ context, sampleDir }: { context: OperationsContext; sampleDir: string }): InitialSetup =>
  (request) =>
    context.files.during(async (fileTransaction) => {
      const sample = request.sample
        ? await prepareSample({ sampleDir, context, files: fileTransaction })
        : null;
      await runSetup({
        context,
        request,
        beforeCreate: async (write) => {
          await sample?.write(write);
          fileTransaction.commit();
        },
      });
    });
