import { beforeEach, expect, it, vi } from 'vitest';
import { product } from '#shared/resources/product.ts';
import { platform } from '../platform/index.ts';
import { hasCapability } from '../resource-kit/capabilities.ts';
import { getClient } from '../resource-kit/client.ts';
import './index.ts';

vi.mock('../resource-kit/capabilities.ts', () => ({ hasCapability: vi.fn(), useCapability: vi.fn() }));
vi.mock('../platform/index.ts', () => ({ platform: { send: vi.fn() }, NetworkError: Error }));

const sent = () => vi.mocked(platform.send).mock.calls.map(([{ body }]) => body);

beforeEach(() => {
  vi.mocked(platform.send).mockReset().mockResolvedValue({ status: 200, body: {} });
});

it.each([true, false])('sends only the status if the server stores images: %s', async (isAble) => {
  vi.mocked(hasCapability).mockResolvedValue(isAble);
  await getClient(product).update('1', { status: 'INACTIVE' });
  expect(sent()).toEqual([{ id: '1', status: 'INACTIVE' }]);
});

it('sends variants in the format of section 7', async () => {
  vi.mocked(hasCapability).mockResolvedValue(false);
  const attributeArr = [{ _id: 'v1', name: 'Blue', sku: 'PEN-1', price: 2, imagesArr: [], descriptionArr: [] }];
  await getClient(product).update('1', { name: 'Pen', price: 3, attributeArr });
  expect(sent()).toEqual([
    { id: '1', name: 'Pen', attributeArr: [expect.objectContaining({ name: 'Blue', sku: 'PEN-1' })] },
  ]);
  expect(JSON.stringify(sent())).not.toContain('v1');
});
