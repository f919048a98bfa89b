import { catalogue } from '#shared/resources/catalogue.ts';
import { getErrorStatus, reportError } from '../../resource-kit/errors.ts';
import { requestChange } from '../../resource-kit/long-change.ts';
import { invalidateResource } from '../../resource-kit/query-client.ts';
import { showSuccess } from '../../ui/toasts.tsx';

/** Makes one or many catalogues, with progress and Cancel. Returns whether they were made. */
export const makeCatalogues = async (endpoint: 'make' | 'make-many', body: object): Promise<boolean> => {
  const title = endpoint === 'make' ? 'Making the catalogue…' : 'Making the catalogues…';
  try {
    const { message } = await requestChange<{ message: string }>('POST', `/catalogue/${endpoint}`, { title, body });
    showSuccess(message);
    return true;
  } catch (error) {
    // A cancelled one has said so already.
    const isCancelled = getErrorStatus(error) === undefined && (error as Error).name === 'AbortError';
    if (!isCancelled) reportError(error);
    return false;
  } finally {
    // Those of a cancelled request that are done stay.
    await invalidateResource(catalogue.name);
  }
};
