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

const file = { id: 'f', name: 'c.png', size: 1, type: 'image/png', previewUrl: 'blob:c' };
const imagesArr = [
  { image: file, name: 'c.png', size: 1 },
  { image: 'a.png', name: 'Pen.png', size: 7 },
];

it('uploads new images of variants, which keep their names', async () => {
  vi.mocked(isFullServer).mockResolvedValue(true);
  vi.mocked(platform.send).mockResolvedValue({ status: 200, data: { data: { image: 'c-stored.png' } } });
  await getClient(product).update('1', { attributeArr: [{ name: 'Blue', imagesArr }] });
  const stored = [
    { image: 'c-stored.png', name: 'c.png', size: 1 },
    { image: 'a.png', name: 'Pen.png', size: 7 },
  ];
  expect(sent()).toEqual([
    { image: file },
    { id: '1', attributeArr: [expect.objectContaining({ name: 'Blue', imagesArr: stored })] },
  ]);
});

it('sends variants in the format of section 7', async () => {
  vi.mocked(isFullServer).mockResolvedValue(false);
  const attributeArr = [{ _id: 'v1', name: 'Blue', sku: 'PEN-1', price: 2, imagesArr, descriptionArr: [] }];
  await getClient(product).update('1', { name: 'Pen', price: 3, attributeArr });
  const bare = [
    { image: { ...file, isBare: true }, order: 0 },
    { image: 'a.png', order: 1 },
  ];
  expect(sent()).toEqual([
    { id: '1', name: 'Pen', attributeArr: [expect.objectContaining({ name: 'Blue', sku: 'PEN-1', imagesArr: bare })] },
  ]);
  expect(JSON.stringify(sent())).not.toContain('v1');
});
