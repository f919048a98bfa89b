import { beforeEach, describe, expect, it } from 'vitest';
import { importReportSchema } from '../../src/shared/import.ts';
import { category } from '../../src/shared/resources/category.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { databaseKinds } from '../support/databases.ts';
import { dumpDatabase } from '../support/dump-database.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { buildVariant, createProduct, createProductClient, getProduct } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer } from '../support/test-server.ts';

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  let round = 0;
  beforeEach(() => {
    round += 1;
  });
  const upload = (content: string, query = '') => importProducts(server, content, query);
  const { find } = createProductClient(server);

  it('matches existing products by SKU or name', async () => {
    const parent = await createRecord(server.send, category, { name: `Pens ${round}` });
    await createRecord(server.send, subCategory, { name: `Gel ${round}`, categoryId: parent._id });
    const sheet = csv(
      ['Product_NAME', 'sku', 'PRICE', 'Description', 'category', 'Sub Category', 'Best seller', 'Status'],
      [
        `Imp A ${round}`,
        `IA-${round}`,
        '₹1,49,000.50',
        'One\nTwo & <3',
        `PENS ${round}`,
        ` gel ${round} `,
        'yes',
        'inactive',
      ],
      [`Imp B ${round}`, '', '2,5', '<p onclick="x()">Hi</p>', '', '', '', ''],
    );
    const made = await upload(sheet);
    expect([made.status, made.body]).toMatchObject([
      200,
      { success: true, message: expect.stringContaining('2 created') },
    ]);
    const report = importReportSchema.parse(made.body.report);
    expect(report).toMatchObject({
      total: 2,
      create: 2,
      update: 0,
      unchanged: 0,
      failed: 0,
      rows: 2,
      errors: [],
    });
    const [b, a] = await find('imp');
    expect(a).toMatchObject({
      name: `Imp A ${round}`,
      sku: `IA-${round}`,
      price: 149_000.5,
      description: '<p>One</p><p>Two &amp; &lt;3</p>',
      categoryId: parent._id,
      isBestSeller: true,
      status: 'INACTIVE',
      attributeArr: [],
      version: 1,
    });
    expect(b).toMatchObject({ price: 2.5, description: '<p>Hi</p>', isBestSeller: false, status: 'ACTIVE' });
    const again = await upload(sheet);
    expect(again.body.report).toMatchObject({ create: 0, update: 0, unchanged: 2, failed: 0 });
    const changed = await upload(
      csv(['sku', 'name', 'price'], [`IA-${round}`, `Imp C ${round}`, ''], ['', `imp b ${round}`, '3']),
    );
    expect(changed.body.report).toMatchObject({ create: 0, update: 2, unchanged: 0 });
    expect(await getProduct(server.send, a?._id ?? '')).toMatchObject({
      name: `Imp C ${round}`,
      price: 149_000.5,
      version: 2,
    });
    const history = await server.send('GET', `/v1/history?changeId=${changed.body.report?.changeId}`);
    expect(history.body.total).toBe(2);
  });

  it('creates the attributes that variants need', async () => {
    const titles = [
      'Handle',
      'Name',
      `Attribute: Ink ${round}`,
      `attribute:Size ${round}`,
      'Variant SKU',
      'Variant price',
      'Features',
    ];
    const sheet = csv(
      titles,
      [`v-${round}`, `Var ${round}`, 'Red', 'S', `VR-${round}-1`, '1.10', 'Fine; Long'],
      [`v-${round}`, '', 'Red', 'M', `VR-${round}-2`, '', ''],
      ['', `Var ${round}`, 'blue', 'S', `VR-${round}-3`, '0', ''],
    );
    const { body } = await upload(sheet);
    expect(body.report).toMatchObject({
      total: 1,
      create: 1,
      rows: 3,
      createdCounts: { attribute: 2, attributeValue: 4 },
    });
    const [product] = await find(`var ${round}`);
    expect(
      product?.attributeArr.map(({ name, sku, price, descriptionArr }) => [name, sku, price, descriptionArr]),
    ).toEqual([
      ['Red-S', `VR-${round}-1`, 1.1, ['Fine', 'Long']],
      ['Red-M', `VR-${round}-2`, 0, []],
      ['blue-S', `VR-${round}-3`, 0, []],
    ]);
    expect(product?.attributeArr[0]?.attributeValueArr.map((value) => value.attributeName)).toEqual([
      `Ink ${round}`,
      `Size ${round}`,
    ]);
    expect((await upload(sheet)).body.report).toMatchObject({ unchanged: 1, update: 0, createdCounts: {} });
    const update = await upload(
      csv(
        titles,
        [`v-${round}`, `Var ${round}`, 'RED', 's', '', '9', ''],
        [`v-${round}`, '', 'Green', 'M', `VR-${round}-4`, '4', ''],
      ),
    );
    expect(update.body.report).toMatchObject({ update: 1, createdCounts: { attributeValue: 1 } });
    const after = await getProduct(server.send, product?._id ?? '');
    expect(after.attributeArr.map(({ _id, price, sku }) => [_id, price, sku])).toEqual([
      [product?.attributeArr[0]?._id, 9, `VR-${round}-1`],
      [product?.attributeArr[1]?._id, 0, `VR-${round}-2`],
      [product?.attributeArr[2]?._id, 0, `VR-${round}-3`],
      [expect.any(String), 4, `VR-${round}-4`],
    ]);
    expect([after.variantCount, after.attributeArr[3]?.name]).toEqual([4, 'Green-M']);
  });

  const mixed = (word: string) =>
    csv(
      ['Name', 'SKU', 'Price', 'Status', 'Category', 'Attribute: Mix', 'Variant SKU'],
      [`${word} good`, '', '1', '', '', '', ''],
      ['', `${word}-0`, '1', '', '', '', ''],
      [`${word} price`, '', 'much', '', '', '', ''],
      [`${word} status`, '', '', 'on', '', '', ''],
      [`${word} category`, '', '', '', 'Nowhere', '', ''],
      [`${word} variant`, '', '', '', '', 'One', ''],
      [`${word} taken`, `${word}-T`, '', '', '', '', ''],
      [`${word} taken too`, `${word}-T`, '', '', '', '', ''],
      [`${word} twice`, '', '', '', '', 'One', `${word}-1`],
      [`${word} twice`, '', '', '', '', 'one', `${word}-2`],
      [`${word} fine`, '', '2', '', '', 'Two', `${word}-3`],
    );
  const mixedErrors = (word: string) => [
    { cell: 'A3', value: null, message: 'Please Enter Product Name' },
    { cell: 'C4', value: 'much', message: 'Price must be a number, such as 149.50' },
    { cell: 'D5', value: 'on', message: 'Status must be ACTIVE or INACTIVE' },
    { cell: 'E6', value: 'Nowhere', message: 'Category “Nowhere” doesn’t exist' },
    { cell: 'G7', value: null, message: 'Please Enter Attribute Sku' },
    { cell: 'B9', value: `${word}-T`, message: `SKU “${word}-T” is already used in row 8` },
    {
      cell: 'F11',
      value: null,
      message: '“One” and “One” have the same attribute values',
    },
  ];

  it('writes nothing if any row has an error', async () => {
    const before = await dumpDatabase(server);
    const word = `Mix${round}`;
    const { status, body } = await upload(mixed(word));
    expect([status, body.success, body.report?.isWritten]).toEqual([422, false, false]);
    expect(body.report?.errors).toMatchObject(mixedErrors(word));
    expect(body.report).toMatchObject({ total: 10, create: 3, failed: 7, rows: 11, changeId: null });
    expect(await dumpDatabase(server)).toEqual(before);
  });

  it('predicts the import in a dry run', async () => {
    const word = `Dry${round}`;
    const before = await dumpDatabase(server);
    const dry = await upload(mixed(word), '?dryRun=true&partial=true');
    expect([dry.status, dry.body.success]).toEqual([200, true]);
    expect(await dumpDatabase(server)).toEqual(before);
    const real = await upload(mixed(word), '?partial=true');
    const { changeId, isWritten, ...rest } = real.body.report ?? {};
    expect([real.status, isWritten, changeId]).toEqual([200, true, expect.any(String)]);
    expect(dry.body.report).toEqual({ ...rest, isWritten: false, changeId: null });
    expect((await find(word)).map(({ name }) => name).sort()).toEqual([
      `${word} fine`,
      `${word} good`,
      `${word} taken`,
    ]);
  });

  it('rejects SKUs of other products at their cell', async () => {
    await createProduct(server.send, {
      name: 'Sku owner',
      attributeArr: [buildVariant({ sku: `OWN-${round}` })],
    });
    const { body } = await upload(
      csv(
        ['Name', 'SKU', 'Attribute: Own', 'Variant SKU'],
        [`Thief ${round}`, `THIEF-${round}`, 'A', `T-${round}`],
        [`Thief ${round}`, '', 'B', `THIEF-${round}`],
      ),
    );
    expect(body.report?.errors).toMatchObject([
      { row: 3, column: 'Variant SKU', message: `SKU “THIEF-${round}” is used more than once` },
    ]);
    const known = await upload(csv(['Name', 'SKU'], [`Renamed ${round}`, `OWN-${round}`]));
    expect(known.body.report).toMatchObject({ failed: 1, update: 0 });
  });
});
