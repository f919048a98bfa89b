import { notifications } from '@mantine/notifications';
import { expect, it, vi } from 'vitest';
import { showError, showSuccess } from './toasts.tsx';

it('shows no toast without a message', () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('1');
  showSuccess('');
  showSuccess(undefined);
  expect(show).not.toHaveBeenCalled();
  showSuccess('FAQ created');
  expect(show).toHaveBeenCalledOnce();
});

it('replaces a repeated error', () => {
  const show = vi.spyOn(notifications, 'show');
  for (const id of ['1', '2', '3']) show.mockReturnValueOnce(id);
  const hide = vi.spyOn(notifications, 'hide').mockImplementation((id) => id);
  showError('The disk is full');
  showError('Not now');
  showError('The disk is full');
  expect(hide.mock.calls).toEqual([['1']]);
});
