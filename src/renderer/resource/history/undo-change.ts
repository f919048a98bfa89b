import { showSuccess } from '../../ui/toasts.tsx';
import { send } from '../client.ts';
import { reportError } from '../errors.ts';
import { invalidateResource } from '../invalidate.ts';

/** Undoes a change by its id in the history, and says how that went. Gives whether it was undone. */
export const undoChange = async (resourceName: string, historyId: string): Promise<boolean> => {
  try {
    const path = `/history/${encodeURIComponent(historyId)}/revert`;
    const { message } = await send<{ message: string }>({ method: 'POST', path, body: {} });
    showSuccess(message);
    return true;
  } catch (error) {
    reportError(error, () => void undoChange(resourceName, historyId));
    return false;
  } finally {
    await invalidateResource(resourceName);
  }
};
