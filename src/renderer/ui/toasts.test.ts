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
  vi.spyOn(notifications, 'show').mockReturnValueOnce('1').mockReturnValueOnce('2').mockReturnValueOnce('3');
  const hide = vi.spyOn(notifications, 'hide').mockImplementation((id) => id);
  showError('The disk is full');
  showError('The disk is full');
  showError('Not now');
  expect(hide.mock.calls).toEqual([['1']]);
});
