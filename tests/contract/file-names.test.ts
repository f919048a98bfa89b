import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { catalogue } from '../../src/shared/resources/catalogue.ts';
import { category } from '../../src/shared/resources/category.ts';
import { anyDatabase, withDatabase } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { importRecords } from '../support/import-client.ts';
import { buildVariant, createProduct } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, startTestServer } from '../support/test-server.ts';

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  const read = async (_id: string, name = 'category') =>
    (await server.send('GET', `/v1/${name}/getById/${_id}`)).body.data as AnyRecord;
  const change = async (_id: string, body: object, name = 'category') => {
    const response = await server.send('PATCH', `/v1/${name}/updateById/${_id}`, { body });
    expect([response.status, response.body.message]).toEqual([200, expect.any(String)]);
    return response.body.data as AnyRecord;
  };
  const remove = async (_id: string, name = 'category') =>
    String((await server.send('DELETE', `/v1/${name}/deleteById/${_id}`)).body.historyId);
  const historyOf = async (_id: string) =>
    (await server.send('GET', `/v1/history?resource=category&recordId=${_id}`)).body.data as {
      _id: string;
      changedFields: string[];
    }[];
  const revert = async (historyId: string) => {
    const response = await server.send('POST', `/v1/history/${historyId}/revert`);
    expect([response.status, response.body.message]).toEqual([200, expect.any(String)]);
  };
  const create = (values: object) => createRecord(server.send, category, { banner: null, ...values });
  const nameIn = ({ files }: AnyRecord, field = 'image') => files?.[field]?.name;

  it('describes each file of a record', async () => {
    const [pdf, image] = [makeFile('pdf'), makeFile('png')];
    const record = await createRecord(server.send, catalogue, {
      pdf: asUpload('Autumn & winter.pdf', pdf),
      image: asUpload('C:\\scans\\cover.png', image),
    });
    const files = {
      pdf: { name: 'Autumn & winter.pdf', size: pdf.length },
      image: { name: 'cover.png', size: image.length, width: 1, height: 1 },
    };
    expect(record.files).toEqual(files);
    const { data } = (await server.send('GET', '/v1/catalogue/')).body;
    expect((data as AnyRecord[]).find(({ _id }) => _id === record._id)?.files).toEqual(files);
    const unchanged = await change(record._id, { image: record.image, name: 'Autumn' }, 'catalogue');
    expect(unchanged.files).toEqual(files);
  });

  it('keeps two names of the same bytes apart', async () => {
    const bytes = makeFile('png');
    const one = await create({ image: asUpload('one.png', bytes) });
    const other = await create({ image: asUpload('other.png', bytes), banner: asUpload('third.png', bytes) });
    expect(other.image).toBe(one.image);
    expect([nameIn(await read(one._id)), nameIn(other), nameIn(other, 'banner')]).toEqual([
      'one.png',
      'other.png',
      'third.png',
    ]);
  });

  it('keeps the name until the file is replaced or removed', async () => {
    const record = await create({ image: asUpload('a.png', makeFile('png')) });
    expect(nameIn(await change(record._id, { name: 'Other' }))).toBe('a.png');
    expect(nameIn(await change(record._id, { image: record.image }))).toBe('a.png');
    expect(nameIn(await change(record._id, { ...(await read(record._id)) }))).toBe('a.png');
    expect(nameIn(await change(record._id, { image: asUpload('b.png', makeFile('png')) }))).toBe('b.png');
    expect((await change(record._id, { image: null })).files).toEqual({});
  });

  it('accepts a name sent with a stored file', async () => {
    const { image } = await create({ image: asUpload('a.png', makeFile('png')) });
    expect(nameIn(await create({ image, files: { image: { name: '/tmp/b.png' } } }))).toBe('b.png');
    expect(nameIn(await create({ image }))).toBeNull();
  });

  it('restores the name on undo', async () => {
    const bytes = makeFile('png');
    const { _id } = await create({ image: asUpload('first.png', bytes) });
    await change(_id, { image: asUpload('second.png', makeFile('png')) });
    const [replaced] = await historyOf(_id);
    await revert(String(replaced?._id));
    expect(nameIn(await read(_id))).toBe('first.png');
    await change(_id, { image: asUpload('renamed.png', bytes) });
    const [renamed] = await historyOf(_id);
    expect(renamed?.changedFields).toEqual(['image']);
    await revert(String(renamed?._id));
    expect(nameIn(await read(_id))).toBe('first.png');
  });

  it('restores the name from the trash', async () => {
    const record = await create({ image: asUpload('a.png', makeFile('png')) });
    const id = await remove(record._id);
    expect((await server.send('POST', `/v1/trash/${id}/restore`)).status).toBe(200);
    expect((await read(record._id)).files).toEqual(record.files);
  });

  const exportCsv = async (name: string) => {
    const { status, text } = await fetch(`${server.url}/v1/category/export?format=csv&query=${name}`, {
      headers: { authorization: `Bearer ${server.token}` },
    }).then(async (response) => ({ status: response.status, text: await response.text() }));
    expect(status).toBe(200);
    return text;
  };

  it('keeps the files when an export is imported again', async () => {
    const made = await create({
      name: 'Roundtrip',
      image: asUpload('Original; "quoted".png', makeFile('png')),
      banner: asUpload('banner.png', makeFile('png')),
    });
    const content = await exportCsv('Roundtrip');
    expect(content).toContain('Original; ""quoted"".png');
    const again = await importRecords(server, 'category', content);
    expect(again.body.report).toMatchObject({ create: 0, update: 0, unchanged: 1 });
    await remove(made._id);
    const added = await importRecords(server, 'category', content);
    expect(added.body.report).toMatchObject({ create: 1 });
    const [record] = (await server.send('GET', '/v1/category/?query=Roundtrip')).body.data as AnyRecord[];
    const withoutDimensions = ({ files }: AnyRecord, field: string) => ({
      name: files?.[field]?.name,
      size: files?.[field]?.size,
    });
    const files = { image: withoutDimensions(made, 'image'), banner: withoutDimensions(made, 'banner') };
    expect(record).toMatchObject({ image: made.image, banner: made.banner, files });
  });

  it('keeps the names of variant images', async () => {
    const image = asUpload('front.png', makeFile('png'));
    const made = await createProduct(server.send, { attributeArr: [buildVariant({ imagesArr: [image] })] });
    const imagesOf = ({ attributeArr }: AnyRecord) =>
      (attributeArr as { imagesArr: { image: string; name?: string }[] }[])[0]?.imagesArr;
    const named = [expect.objectContaining({ name: 'front.png', size: expect.any(Number) })];
    expect(imagesOf(made)).toEqual(named);
    const stored = String(imagesOf(made)?.[0]?.image);
    const attributeArr = made.attributeArr.map((variant) => ({ ...variant, imagesArr: [stored] }));
    expect(imagesOf(await change(made._id, { attributeArr }, 'product'))).toEqual(named);
    const id = await remove(made._id, 'product');
    expect((await server.send('POST', `/v1/trash/${id}/restore`)).status).toBe(200);
    expect(imagesOf(await read(made._id, 'product'))).toEqual(named);
  });

  it('accepts the stored images of another product with their names', async () => {
    const image = asUpload('front.png', makeFile('png'));
    const source = await createProduct(server.send, {
      thumbnail: asUpload('pen.png', makeFile('png')),
      sku: '',
      attributeArr: [buildVariant({ imagesArr: [image], sku: 'SOURCE-1' })],
    });
    const attributeArr = source.attributeArr.map(({ _id, ...variant }) => ({ ...variant, sku: 'COPY-1' }));
    const { thumbnail, files } = source;
    const copy = await createProduct(server.send, { name: 'Pen (copy)', thumbnail, files, attributeArr });
    expect(copy).toMatchObject({ thumbnail, files });
    expect(copy.attributeArr[0]?.imagesArr).toEqual(source.attributeArr[0]?.imagesArr);
  });

  it('returns records whose files were stored before names were kept', async () => {
    const { _id } = await create({ image: asUpload('a.png', makeFile('png')) });
    await withDatabase(server, (database) =>
      database
        .updateTable('category' as never)
        .set({ files: '{}' } as never)
        .where('_id' as never, '=', _id as never)
        .execute(),
    );
    expect((await read(_id)).files).toEqual({});
    const { image } = await read(_id);
    expect((await change(_id, { name: 'Later', image })).files).toEqual({
      image: { name: null, size: expect.any(Number) },
    });
  });
});

it('serves a file under the requested name, with an extension that fits its content', async () => {
  const server = await startTestServer('sqlite');
  const { image } = await createRecord(server.send, category, { image: asUpload('a.png', makeFile('png')) });
  const dispositionOf = async (name?: string) => {
    const query = name === undefined ? '' : `?${new URLSearchParams({ name })}`;
    const response = await fetch(`${server.url}/uploads/${image}${query}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png']);
    return response.headers.get('content-disposition');
  };
  const stored = `inline; filename="${image}"`;
  expect(await dispositionOf()).toBe(`${stored}; filename*=UTF-8''${image}`);
  for (const [asked, given] of [
    ['Stifte (blau).png', 'Stifte%20%28blau%29.png'],
    ['Äpfel.jpg', '%C3%84pfel.jpg'],
    ['evil.html', 'evil.html.png'],
    ['..\\..\\x', 'x.png'],
    ['a\r\nset-cookie: b.png', 'aset-cookie%3A%20b.png'],
  ]) {
    expect(await dispositionOf(asked)).toBe(`${stored}; filename*=UTF-8''${given}`);
  }
  await server.stop();
});
