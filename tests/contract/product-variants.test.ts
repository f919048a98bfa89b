import { describe, expect, it } from 'vitest';
import { databaseKinds, isPaired } from '../support/databases.ts';
import { asUpload, makeFile, storedFiles } from '../support/files.ts';
import { buildImage, buildVariant, createProductClient, createValues } from '../support/product-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const { create, post, patch, get } = createProductClient(server);

  it.skipIf(isPaired)('rejects invalid variants at their field without storing files', async () => {
    const made = await create({ attributeArr: [buildVariant()] });
    const files = storedFiles(server.dataDir);
    for (const [changes, field] of [
      [{ nonsense: 1 }, 'attributeArr.0.nonsense'],
      [{ price: 'much' }, 'attributeArr.0.price'],
      [{ price: 1.005 }, 'attributeArr.0.price'],
      [{ price: -1 }, 'attributeArr.0.price'],
      [{ sku: ['x'] }, 'attributeArr.0.sku'],
      [{ imagesArr: 'x' }, 'attributeArr.0.imagesArr'],
      [{ imagesArr: [5] }, 'attributeArr.0.imagesArr.0'],
      [{ imagesArr: [buildImage(), 'missing.png'] }, 'attributeArr.0.imagesArr.1'],
      [{ imagesArr: [buildImage(), asUpload('x.svg', makeFile('svg'))] }, 'attributeArr.0.imagesArr.1'],
      [{ imagesArr: [`data:image/svg+xml;base64,PHN2Zy8+`] }, 'attributeArr.0.imagesArr.0'],
      [{ imagesArr: [buildImage(), asUpload('x.png', makeFile('html'))] }, 'attributeArr.0.imagesArr.1'],
      [{ descriptionArr: [1] }, 'attributeArr.0.descriptionArr.0'],
      [{ attributeValueArr: [{ attributeValueId: 'none' }] }, 'attributeArr.0.attributeValueArr.0.attributeValueId'],
      [{ attributeValueArr: ['none'] }, 'attributeArr.0.attributeValueArr.0'],
    ] as const) {
      const { status, body } = await patch(made._id, { attributeArr: [buildVariant(changes)] });
      expect([field, status, body.errors?.map((error) => error.field)]).toEqual([field, 400, [field]]);
    }
    for (const attributeArr of ['x', {}, [null], ['x'], [[]], Array(10_001).fill({})]) {
      expect((await patch(made._id, { attributeArr })).status).toBe(400);
    }
    expect(await get(made._id)).toEqual(made);
    expect(storedFiles(server.dataDir).sort()).toEqual(files.sort());
  });

  const rejectionOf = async (...attributeArr: unknown[]) => {
    const { status, body } = await post({ name: 'Values', attributeArr });
    return [status, body.errors?.[0]?.field];
  };

  it('rejects two values of one attribute', async () => {
    const [red, blue] = await createValues(server.send, 'Ink', ['Red', 'Blue']);
    const [other] = await createValues(server.send, 'Other', ['Other']);
    expect(
      await rejectionOf(buildVariant({ attributeValueArr: [{ ...red, attributeId: other?.attributeId }] })),
    ).toEqual([400, 'attributeArr.0.attributeValueArr.0.attributeId']);
    expect(await rejectionOf(buildVariant({ attributeValueArr: [red, blue] }))).toEqual([
      400,
      'attributeArr.0.attributeValueArr.1',
    ]);
  });

  it('rejects two variants with the same values', async () => {
    const [red] = await createValues(server.send, 'Ink', ['Red']);
    const [other] = await createValues(server.send, 'Other', ['Other']);
    expect(
      await rejectionOf(
        buildVariant({ attributeValueArr: [red, other] }),
        buildVariant({ attributeValueArr: [other, red] }),
      ),
    ).toEqual([400, 'attributeArr.1.attributeValueArr']);
  });

  it('matches variants by id, values or name', async () => {
    const [red, blue, green] = await createValues(server.send, 'Again', ['Red', 'Blue', 'Green']);
    const made = await create({
      attributeArr: [
        buildVariant({ name: 'one', attributeValueArr: [red] }),
        buildVariant({ name: 'two', attributeValueArr: [blue] }),
        buildVariant({ name: 'three' }),
        buildVariant({ name: 'gone', attributeValueArr: [green] }),
      ],
    });
    const [one, two, three, gone] = made.attributeArr;
    const { body } = await patch(made._id, {
      attributeArr: [
        buildVariant({ name: 'three', sku: three?.sku }),
        buildVariant({ name: 'renamed', attributeValueArr: [blue] }),
        { ...one, name: 'anything', attributeValueArr: [] },
        buildVariant({ name: 'new' }),
      ],
    });
    const after = (body.data as typeof made).attributeArr;
    expect(after.map(({ _id }) => _id).slice(0, 3)).toEqual([three?._id, two?._id, one?._id]);
    expect(made.attributeArr.map(({ _id }) => _id)).not.toContain(after[3]?._id);
    expect(await get(made._id)).toEqual(body.data);
    expect(await server.listFiles()).toContain(gone?.imagesArr[0]?.image);
    const stranger = await create({ attributeArr: [buildVariant({ _id: one?._id })] });
    expect(stranger.attributeArr[0]?._id).not.toBe(one?._id);
  });

  it('replaces variants only if some are sent', async () => {
    const made = await create({ attributeArr: [buildVariant(), buildVariant()] });
    const changed = await patch(made._id, { status: 'INACTIVE' });
    expect(changed.body.data).not.toHaveProperty('attributeArr');
    expect((await get(made._id)).attributeArr).toEqual(made.attributeArr);
    const skus = made.attributeArr.map(({ sku }) => sku);
    expect((await patch(made._id, { attributeArr: [] })).body.data).toMatchObject({
      attributeArr: [],
      variantCount: 0,
      imageUrl: null,
    });
    await create({ attributeArr: skus.map((sku) => buildVariant({ sku })) });
  });
});
