import { notifications } from '@mantine/notifications';
import { expect, it, vi } from 'vitest';
import { showSuccess } from './toasts.tsx';

it('shows no toast where the server says nothing', () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('1');
  showSuccess('');
  showSuccess(undefined);
  expect(show).not.toHaveBeenCalled();
  showSuccess('FAQ created');
  expect(show).toHaveBeenCalledOnce();
});
