import { beforeEach, expect, it, vi } from 'vitest';
import { product } from '#shared/resources/product.ts';
import { platform } from '../platform/index.ts';
import { getClient } from '../resource-kit/client.ts';
import './index.ts';
import { isFullServer } from '../resource-kit/server-level.ts';

vi.mock('../resource-kit/server-level.ts', () => ({ isFullServer: vi.fn(), useIsFullServer: vi.fn() }));
vi.mock('../platform/index.ts', () => ({ platform: { send: vi.fn() }, NetworkError: Error }));

const sent = () => vi.mocked(platform.send).mock.calls.map(([{ body }]) => body);

beforeEach(() => {
  vi.mocked(platform.send).mockReset().mockResolvedValue({ status: 200, data: {} });
});

it.each([true, false])('sends only the status if the server stores images: %s', async (isAble) => {
  vi.mocked(isFullServer).mockResolvedValue(isAble);
  await getClient(product).update('1', { status: 'INACTIVE' });
  expect(sent()).toEqual([{ id: '1', status: 'INACTIVE' }]);
});

it('sends variants in the format of section 7', async () => {
  vi.mocked(isFullServer).mockResolvedValue(false);
  const attributeArr = [{ _id: 'v1', name: 'Blue', sku: 'PEN-1', price: 2, imagesArr: [], descriptionArr: [] }];
  await getClient(product).update('1', { name: 'Pen', price: 3, attributeArr });
  expect(sent()).toEqual([
    { id: '1', name: 'Pen', attributeArr: [expect.objectContaining({ name: 'Blue', sku: 'PEN-1' })] },
  ]);
  expect(JSON.stringify(sent())).not.toContain('v1');
});
