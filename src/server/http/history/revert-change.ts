import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { undoing, undoneChangeResponseSchema } from '#shared/history.ts';
import type { Action } from '#shared/permissions.ts';
import { exampleId } from '#shared/resource/examples.ts';
import { formatCount } from '#shared/resource/words.ts';
import {
  kindsIn,
  type RevertChangeOptions,
  revertChange,
  type UndoneChange,
} from '../../history/undo-change.ts';
import { Failure } from '../../lib/failure.ts';
import { failuresOf } from '../openapi/failures.ts';
import { sendFailure } from '../plugins/errors.ts';
import { keepingAnswer } from '../plugins/idempotency.ts';
import { describedRefusal, refusal } from '../records/bulk-route.ts';
import { writerOf } from '../records/routes.ts';

const changeParams = z.object({
  changeId: z
    .string()
    .max(100)
    .meta({ example: exampleId('change') }),
});

export const addRevertChangeRoute = (
  instance: FastifyInstance,
  {
    context,
    findUndoable,
    refuseUnlessAllowed,
  }: Pick<RevertChangeOptions, 'context' | 'findUndoable'> & {
    refuseUnlessAllowed: (request: FastifyRequest, resource: string, action: Action) => void;
  },
): void => {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.post(
    '/v1/history/changes/:changeId/revert',
    {
      config: { access: 'signedIn' },
      schema: {
        tags: ['history'],
        summary: 'Undo a bulk change, unless any of its records has changed since',
        params: changeParams,
        response: { 200: undoneChangeResponseSchema, ...failuresOf(404), 409: describedRefusal() },
      },
    },
    async (request, reply) => {
      const { changeId } = request.params;
      const kinds = await kindsIn(context.storage.database, changeId);
      if (kinds.length === 0) throw new Failure({ kind: 'notFound', message: 'Change not found' });
      for (const { resource, action } of kinds) refuseUnlessAllowed(request, resource, undoing[action]);
      const toAnswer = ({ changed, changeId: own }: UndoneChange) => ({
        success: true as const,
        message: `Change undone for ${formatCount(changed, 'item')}`,
        changed,
        changeId: own,
      });
      const undone = await revertChange(changeId, {
        context,
        actor: writerOf(request).actor,
        findUndoable,
        finally: keepingAnswer(request, toAnswer),
      });
      const { refused } = undone;
      if (refused.length === 0) return toAnswer(undone);
      const message = `Nothing was undone: ${formatCount(refused.length, 'item')} can’t be reverted`;
      return sendFailure(reply, refusal(message, refused), { failed: refused });
    },
  );
};
