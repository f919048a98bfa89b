import { type SiteStatus, siteResponseSchema } from '#shared/site.ts';
import { request } from '../../resource-kit/client.ts';
import { refetchQueries } from '../../resource-kit/query-client.ts';
import { showSuccess } from '../../ui/toasts.tsx';

/** Sends a change of the settings, shows its message, and refetches them. */
export const sendChange = async (body: object, onSaved = (_stored: SiteStatus) => {}): Promise<void> => {
  try {
    const { message, data } = siteResponseSchema.parse(await request('PATCH', '/website', { body }));
    showSuccess(message);
    onSaved(data);
  } finally {
    await refetchQueries(['website']);
  }
};
