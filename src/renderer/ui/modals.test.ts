// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { modals } from './modals.ts';

vi.mock('@mantine/modals', () => {
  throw new Error('The server can’t be reached');
});
vi.mock('./toasts.tsx', () => ({ showError: vi.fn() }));

it('closes a dialog whose code can’t be loaded', async () => {
  const onClose = vi.fn();
  modals.openConfirmModal({ onClose });
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
