import * as z from 'zod/mini';

const failureSchema = z.object({ success: z.literal(false) });

/** Whether the server rejects the session, by its status or only in the body. */
export const isRejection = ({ status, body }: { status: number; body: unknown }): boolean =>
  status === 401 || status === 403 || (status < 400 && failureSchema.safeParse(body).success);

const endSchema = z.object({
  message: z.optional(z.string()),
  data: z.object({ isAccountOff: z.optional(z.boolean()), isRoleChanged: z.optional(z.boolean()) }),
});

/** Whether a 401 says that the account was deleted or deactivated: the session has ended for good. */
export const isAccountOffResponse = (body: unknown): boolean =>
  endSchema.safeParse(body).data?.data.isAccountOff === true;

/** Why a 401 says that the session was ended; undefined if it doesn't. */
export const getEndReason = (body: unknown): string | undefined => {
  const { message, data } = endSchema.safeParse(body).data ?? {};
  return data?.isAccountOff || data?.isRoleChanged ? message : undefined;
};
