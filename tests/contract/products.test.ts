import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { texts } from '../../src/shared/texts.ts';
import { databaseKinds } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { buildImage, buildVariant, createProductClient, createValues } from '../support/product-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { create, post, patch, get } = createProductClient(server);

  it('creates 19 of 20 simultaneous products if two share a SKU', async () => {
    const skus = Array.from({ length: 20 }, (_, index) => String(70_000 + (index === 13 ? 7 : index)));
    const responses = await Promise.all(skus.map((sku) => post({ name: `Parallel ${sku}`, sku })));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 409]);
    const { body } = await server.send('GET', '/v1/product/?query=parallel&pageSize=50');
    const stored = (body.data as AnyRecord[]).map(({ sku }) => sku).sort();
    expect(stored).toEqual([...new Set(skus)].sort());
  });

  it('returns a product with 24 variants as it was sent', async () => {
    const colours = await createValues(server.send, 'Colour', ['Red', 'Green', 'Blue']);
    const sizes = await createValues(server.send, 'Size', ['S', 'M', 'L', 'XL']);
    const finishes = await createValues(server.send, 'Finish', ['Matt', 'Gloss']);
    const bytes = [makeFile('png'), makeFile('jpg'), makeFile('webp')];
    const attributeArr = colours.flatMap((colour) =>
      sizes.flatMap((size) =>
        finishes.map((finish) => {
          const values = [colour, size, finish];
          const name = values.map((value) => value.attributeValueName).join('-');
          return {
            name,
            productName: `Pen ${name}`,
            sku: `PEN-${name}`,
            price: 1234567.89,
            imagesArr: [
              { image: asUpload('b.jpg', bytes[1] as Buffer), order: 2 },
              { image: asUpload('a.png', bytes[0] as Buffer), order: 1 },
            ],
            descriptionArr: ['Writes', 'Draws'],
            attributeValueArr: values,
          };
        }),
      ),
    );
    const made = await create({ name: 'Pen', sku: 'PEN', attributeArr });
    const read = await get(made._id);
    expect(read).toEqual(made);
    expect(read.attributeArr).toHaveLength(24);
    const [first] = read.attributeArr;
    const [png, jpg] = first?.imagesArr.map((entry) => entry.image) ?? [];
    expect([png?.slice(-4), jpg?.slice(-4)]).toEqual(['.png', '.jpg']);
    expect(new Set(read.attributeArr.map((variant) => variant._id)).size).toBe(24);
    expect(read.attributeArr.map(({ _id, ...variant }, index) => [index, variant])).toEqual(
      attributeArr.map((variant, index) => [
        index,
        {
          ...variant,
          imagesArr: [
            { image: png, order: 0, name: 'a.png', size: expect.any(Number) },
            { image: jpg, order: 1, name: 'b.jpg', size: expect.any(Number) },
          ],
        },
      ]),
    );
    expect([read.variantCount, read.imageUrl]).toEqual([24, png]);
    const files = await server.listFiles();
    expect([png, jpg].every((file) => files.includes(String(file)))).toBe(true);
  });

  it('accepts an image in every format', async () => {
    const bytes = makeFile('gif');
    const { attributeArr } = await create({
      attributeArr: [
        buildVariant({
          imagesArr: [
            `data:image/gif;base64,${bytes.toString('base64')}`,
            asUpload('x.png', makeFile('png')),
            { image: null, order: 5 },
            '',
          ],
        }),
      ],
    });
    const [gif, png, ...more] = attributeArr[0]?.imagesArr ?? [];
    expect([gif?.image.slice(-4), gif?.order, png?.image.slice(-4), png?.order, more]).toEqual([
      '.gif',
      0,
      '.png',
      1,
      [],
    ]);
    const again = await create({
      thumbnail: `data:image/gif;base64,${bytes.toString('base64')}`,
      attributeArr: [buildVariant({ imagesArr: [png?.image, { image: gif?.image, order: '0' }] })],
    });
    expect(again.imageUrl).toBe(gif?.image);
    expect(again.attributeArr[0]?.imagesArr.map((entry) => entry.image)).toEqual([png?.image, gif?.image]);
  });

  it.each([
    ['name', { name: ' ', attributeArr: [{}] }, texts.product.nameRequired, ['name']],
    [
      'a variant’s name',
      { attributeArr: [buildVariant(), { sku: '' }, {}] },
      texts.product.attributeNameRequired,
      ['attributeArr.1.name', 'attributeArr.2.name'],
    ],
    [
      'a variant’s sku',
      { attributeArr: [buildVariant(), buildVariant({ sku: ' ', imagesArr: [] })] },
      texts.product.attributeSkuRequired,
      ['attributeArr.1.sku'],
    ],
    [
      'an image',
      { attributeArr: [buildVariant({ imagesArr: [], descriptionArr: [''] })] },
      texts.product.imagesRequired,
      ['attributeArr.0.imagesArr'],
    ],
    [
      'a feature line',
      { attributeArr: [buildVariant({ descriptionArr: ['Fine', ' '] })] },
      texts.product.featureEmpty,
      ['attributeArr.0.descriptionArr.1'],
    ],
  ])('asks for %s in the words of the specification', async (_what, body, text, fields) => {
    const { status, body: response } = await post({ name: 'Checked', ...body });
    expect([status, response.message]).toEqual([400, text]);
    expect(response.errors).toEqual(fields.map((field) => ({ field, message: text })));
    const made = await create({});
    expect((await patch(made._id, body)).body).toEqual(response);
    expect(await get(made._id)).toEqual(made);
  });

  it('lists products without their variants', async () => {
    const plain = await create({ name: 'Listed plain', sku: 'LIST-77' });
    const full = await create({
      name: 'Listed full',
      attributeArr: [buildVariant(), buildVariant()],
    });
    const { body } = await server.send('GET', '/v1/product/?query=listed');
    const rows = body.data as AnyRecord[];
    expect(rows.map((row) => [row._id, row.variantCount, row.imageUrl])).toEqual([
      [full._id, 2, full.attributeArr[0]?.imagesArr[0]?.image],
      [plain._id, 0, null],
    ]);
    expect(rows.every((row) => !('attributeArr' in row))).toBe(true);
    const found = await server.send('GET', '/v1/product/?query=list-77');
    expect((found.body.data as AnyRecord[]).map((row) => row._id)).toEqual([plain._id]);
  });

  it('stores an image once before its products', async () => {
    const image = buildImage();
    const send = (value: unknown) => server.send('POST', '/v1/product/image', { body: { image: value } });
    const first = await send(image);
    const second = await send(image);
    expect([first.status, second.body.data]).toEqual([200, first.body.data]);
    const stored = (first.body.data as { image: string }).image;
    expect(await server.listFiles()).toContain(stored);
    const made = await create({
      attributeArr: [buildVariant({ imagesArr: [stored] }), buildVariant({ imagesArr: [{ image: stored, order: 3 }] })],
    });
    expect(made.attributeArr.map(({ imagesArr }) => imagesArr)).toMatchObject([
      [{ image: stored, order: 0 }],
      [{ image: stored, order: 0 }],
    ]);
    for (const wrong of ['', 5, 'data:text/html;base64,PGI+', asUpload('x.png', makeFile('svg'))]) {
      const { status, body } = await send(wrong);
      expect([status, body.errors?.[0]?.field]).toEqual([400, 'image']);
    }
    expect((await server.send('POST', '/v1/product/image', { body: { image }, token: null })).status).toBe(401);
  });
});
