import { notifications } from '@mantine/notifications';
import type { MouseEvent } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toastDurations } from '#shared/client-defaults.ts';
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

const openSuccess = () => {
  const show = vi.spyOn(notifications, 'show').mockReturnValue('1');
  const hide = vi.spyOn(notifications, 'hide').mockImplementation((id) => id);
  showSuccess('FAQ saved');
  const toast = show.mock.calls[0]?.[0];
  if (!toast) throw new Error('There is no toast');
  toast.onOpen?.(toast);
  hide.mockClear();
  const enter = (movementX: number) => toast.onMouseEnter?.({ movementX, movementY: 0 } as MouseEvent<HTMLDivElement>);
  return { toast, hide, enter };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('closes a success toast that opened under a resting pointer', () => {
  const { hide, enter } = openSuccess();
  enter(0);
  vi.advanceTimersByTime(toastDurations.success);
  expect(hide).toHaveBeenCalledOnce();
});

it('keeps a success toast until the pointer that came to it leaves', () => {
  const { toast, hide, enter } = openSuccess();
  enter(3);
  vi.advanceTimersByTime(10 * toastDurations.success);
  expect(hide).not.toHaveBeenCalled();
  toast.onMouseLeave?.({} as MouseEvent<HTMLDivElement>);
  vi.advanceTimersByTime(toastDurations.success);
  expect(hide).toHaveBeenCalledOnce();
});
