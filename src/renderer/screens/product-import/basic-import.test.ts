// @vitest-environment jsdom
import { expect, it, vi } from 'vitest';
import { send } from '../../resource-kit/client.ts';
import { importBasic } from './basic-import.tsx';

vi.mock('../../resource-kit/client.ts', () => ({ send: vi.fn() }));

const file = { id: '1', name: 'pens.csv', size: 3, type: 'text/csv', previewUrl: '' };

const importWith = (response: unknown): Promise<string> => {
  vi.mocked(send).mockResolvedValue(response);
  return importBasic(file);
};

it.each([
  [{ success: true, message: '3 products' }, '3 products'],
  [{ success: true }, ''],
  [{ message: '3 products' }, '3 products'],
])('returns the message of a successful import: %o', async (response, message) => {
  expect(await importWith(response)).toBe(message);
});

it.each([
  [{ success: false, message: 'Row 3 has no name' }, 'Row 3 has no name'],
  [{ success: false }, 'Couldn’t import pens.csv'],
])('fails for an error with status 200: %o', async (response, message) => {
  await expect(importWith(response)).rejects.toThrow(message);
});
