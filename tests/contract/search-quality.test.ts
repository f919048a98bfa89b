import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import type { AnyRecord, Resource } from '../../src/shared/resource-kit/define-resource.ts';
import { attributeValue } from '../../src/shared/resources/attribute-value.ts';
import { category } from '../../src/shared/resources/category.ts';
import { subCategory } from '../../src/shared/resources/sub-category.ts';
import { databaseKinds } from '../support/databases.ts';
import { buildVariant, createProduct, createValues, type SentValue } from '../support/product-factory.ts';
import { createRecord } from '../support/record-factory.ts';
import { setUpTestServer, startTestServer } from '../support/test-server.ts';

/** Name, category, sub category, SKU, variants as "SKU colour, pack", and texts that a search finds last. */
const products = [
  [
    'Monsoon roller pen',
    'Pens',
    'Roller pens',
    'MON',
    ['MON-BLU-1 Blue, Single', 'MON-BLK-5 Black, Pack of 5'],
    'Liquid ink',
  ],
  ['Glide gel pen', 'Pens', 'Gel pens', 'GLD', ['GLD-BK-5 Black, Pack of 5', 'GLD-RD-1 Red, Single'], 'Dries fast'],
  ['Heritage fountain pen', 'Pens', 'Fountain pens', 'HER-01', [], 'Steel nib, converter included'],
  ['Classic ball-point', 'Pens', 'Ballpoint pens', 'CLS-BP', ['CLS-BP-BL Blue, Pack of 10'], 'Click mechanism'],
  ['Sketch pencil set', 'Pencils', 'Drawing pencils', 'SKT-12', [], 'Twelve grades from 6B to 4H'],
  ['HB pencil', 'Pencils', 'Writing pencils', 'HBP-10', ['HBP-10-Y Yellow, Pack of 10'], 'With eraser tip'],
  ['Mechanical pencil 0.5 mm', 'Pencils', 'Writing pencils', 'MEC-05', [], 'Retractable sleeve'],
  ['Rainbow colour pencils', 'Pencils', 'Drawing pencils', 'RNB-24', [], 'Twenty-four shades'],
  [
    'Sticky notes 76 x 76',
    'Paper',
    'Notes',
    'STN-76',
    ['STN-76-Y Yellow, Pack of 5', 'STN-76-P Pink, Pack of 5'],
    'Removable adhesive',
  ],
  ['A4 copier paper', 'Paper', 'Copier paper', 'CPY-A4', [], '75 gsm, 500 sheets'],
  ['Handmade paper sheets', 'Paper', 'Craft paper', 'HND-20', ['HND-20-N Natural, Pack of 10'], 'Cotton rag'],
  [
    'Ruled notebook A5',
    'Notebooks',
    'Ruled',
    'NBK-A5-R',
    ['NBK-A5-R-BL Blue, Single', 'NBK-A5-R-GR Green, Single'],
    'Sewn binding',
  ],
  ['Spiral notepad', 'Notebooks', 'Spiral', 'SPN-06', [], 'Perforated pages'],
  ['Diwali diary', 'Diaries', 'Festival', 'DWL-25', [], 'Gold foil cover'],
  ['Executive planner', 'Diaries', 'Planners', 'EXP-26', ['EXP-26-BK Black, Single'], 'A week on two pages'],
  ['Pocket diaries', 'Diaries', 'Pocket', 'PKT-26', [], 'Ribbon marker'],
  ['Desk organiser', 'Desk', 'Organisers', 'ORG-01', [], 'Holds pens and clips'],
  ['Metal stapler', 'Desk', 'Staplers', 'STP-24', [], 'For 24/6 staples, also beside pens'],
  ['Staples 24/6', 'Desk', 'Staplers', 'STA-246', [], 'Box of 1000'],
  ['Paper clips', 'Desk', 'Clips', 'CLP-100', ['CLP-100-RD Red, Pack of 100'], 'Coated wire'],
  ['Tape dispenser', 'Desk', 'Tape', 'TPD-01', [], 'Heavy base'],
  ['Correction tape', 'Desk', 'Tape', 'CRT-05', [], 'White-out, five metres'],
  ['Scissors 8 inch', 'Desk', 'Cutting', 'SCS-08', [], 'Soft grip'],
  ['Cutter knife', 'Desk', 'Cutting', 'CUT-18', [], 'Snap-off blades'],
  ['Watercolour cakes', 'Art', 'Paints', 'WCC-18', [], 'Eighteen pans with brush'],
  [
    'Acrylic paint tube',
    'Art',
    'Paints',
    'ACR-75',
    ['ACR-75-CR Crimson, Single', 'ACR-75-UM Ultramarine, Single'],
    'Matt finish',
  ],
  ['Round brushes', 'Art', 'Brushes', 'BRS-R', [], 'Synthetic hair, sizes 2 to 12'],
  ['Canvas board', 'Art', 'Canvas', 'CNV-30', [], 'Primed cotton'],
  ['Glitter glue', 'Art', 'Adhesives', 'GLG-06', [], 'Six tubes'],
  ['Glue stick', 'Desk', 'Adhesives', 'GLS-21', [], 'Washable'],
  [
    'Whiteboard marker',
    'Markers',
    'Whiteboard',
    'WBM-04',
    ['WBM-04-BK Black, Single', 'WBM-04-GR Green, Single'],
    'Low odour',
  ],
  ['Permanent marker', 'Markers', 'Permanent', 'PRM-01', ['PRM-01-BK Black, Single'], 'Writes on glass'],
  ['Neon highlighter', 'Markers', 'Highlighters', 'NHL-05', ['NHL-05-Y Yellow, Single'], 'Chisel tip'],
  ['Geometry box', 'School', 'Instruments', 'GEO-09', [], 'Compass, divider, set squares'],
  ['School bag', 'School', 'Bags', 'BAG-32', ['BAG-32-NV Navy, Single'], 'Two compartments'],
  ['Crème brûlée scented erasers', 'School', 'Erasers', 'ERS-SC', [], 'Set of three'],
  ['Dust-free eraser', 'School', 'Erasers', 'ERS-DF', [], 'For soft pencil lines'],
  ['Pencil sharpener', 'School', 'Sharpeners', 'SHP-02', [], 'Two holes'],
  ['Gift wrapping paper', 'Gifts', 'Wrapping', 'GWP-10', ['GWP-10-RD Red, Pack of 10'], 'Floral print'],
  ['Greeting card set', 'Gifts', 'Cards', 'GRC-08', [], 'With envelopes'],
  ['Kraft envelopes', 'Paper', 'Envelopes', 'KRE-50', ['KRE-50-N Natural, Pack of 50'], 'Self-seal'],
  ['Box file', 'Filing', 'Files', 'BXF-01', ['BXF-01-BL Blue, Single'], 'Lever arch'],
  ['Button folder', 'Filing', 'Folders', 'BTF-12', ['BTF-12-TR Transparent, Pack of 12'], 'A4, polypropylene'],
  ['Index dividers', 'Filing', 'Dividers', 'IDX-10', [], 'Ten tabs'],
  ['Desk calculator', 'Desk', 'Calculators', 'CAL-12', [], 'Twelve digits, solar'],
] as const;

/** Queries as people type them, and the product that they look for. */
const queries: readonly (readonly [query: string, expected: (typeof products)[number][0]])[] = [
  ['pens', 'Glide gel pen'],
  ['pen', 'Heritage fountain pen'],
  ['gel pen black', 'Glide gel pen'],
  ['black gel', 'Glide gel pen'],
  ['rollerpen', 'Monsoon roller pen'],
  ['roller pens', 'Monsoon roller pen'],
  ['stiky', 'Sticky notes 76 x 76'],
  ['sticky note', 'Sticky notes 76 x 76'],
  ['stickynotes', 'Sticky notes 76 x 76'],
  ['notes yellow', 'Sticky notes 76 x 76'],
  ['gld-bk-5', 'Glide gel pen'],
  ['GLD-BK', 'Glide gel pen'],
  ['gldbk5', 'Glide gel pen'],
  ['mon', 'Monsoon roller pen'],
  ['MON-BLU-1', 'Monsoon roller pen'],
  ['ballpoint', 'Classic ball-point'],
  ['ball point', 'Classic ball-point'],
  ['ball-point', 'Classic ball-point'],
  ['ballpoint pen', 'Classic ball-point'],
  ['note book', 'Ruled notebook A5'],
  ['notebook', 'Ruled notebook A5'],
  ['notebooks a5', 'Ruled notebook A5'],
  ['a5', 'Ruled notebook A5'],
  ['a4', 'A4 copier paper'],
  ['copier', 'A4 copier paper'],
  ['copy paper', 'A4 copier paper'],
  ['diary', 'Diwali diary'],
  ['diaries', 'Pocket diaries'],
  ['diwali', 'Diwali diary'],
  ['divali', 'Diwali diary'],
  ['festival diary', 'Diwali diary'],
  ['planer', 'Executive planner'],
  ['hb', 'HB pencil'],
  ['pencil', 'Rainbow colour pencils'],
  ['pencils', 'Rainbow colour pencils'],
  ['pensil', 'Mechanical pencil 0.5 mm'],
  ['drawing', 'Sketch pencil set'],
  ['0.5', 'Mechanical pencil 0.5 mm'],
  ['color pencils', 'Rainbow colour pencils'],
  ['stapler', 'Metal stapler'],
  ['staples', 'Staples 24/6'],
  ['24/6', 'Staples 24/6'],
  ['clips red', 'Paper clips'],
  ['tape', 'Correction tape'],
  ['dispencer', 'Tape dispenser'],
  ['scissor', 'Scissors 8 inch'],
  ['knive', 'Cutter knife'],
  ['water colour', 'Watercolour cakes'],
  ['brush', 'Round brushes'],
  ['ultramarine', 'Acrylic paint tube'],
  ['acrilic', 'Acrylic paint tube'],
  ['creme brulee', 'Crème brûlée scented erasers'],
  ['CRÈME', 'Crème brûlée scented erasers'],
  ['eraser', 'Dust-free eraser'],
  ['white board', 'Whiteboard marker'],
  ['marker green', 'Whiteboard marker'],
  ['highlighters', 'Neon highlighter'],
  ['envelope', 'Kraft envelopes'],
  ['wrapping red', 'Gift wrapping paper'],
  ['calculater', 'Desk calculator'],
];

describe.each(databaseKinds)('on %s', (kind) => {
  const server = setUpTestServer(kind);

  beforeAll(async () => {
    const values = new Map<string, SentValue>();
    const colours = products.flatMap(([, , , , variants]) => variants.map((text) => text.split(/, | /)[1] ?? ''));
    const packs = products.flatMap(([, , , , variants]) => variants.map((text) => text.split(', ')[1] ?? ''));
    for (const [name, names] of [
      ['Colour', colours],
      ['Pack', packs],
    ] as const) {
      for (const value of await createValues(server.send, name, [...new Set(names)])) {
        values.set(value.attributeValueName, value);
      }
    }
    const parents = new Map<string, AnyRecord>();
    for (const [name, categoryName, subCategoryName, sku, variants, description] of products) {
      const parent =
        parents.get(categoryName) ??
        (await createRecord(server.send, category, { name: categoryName, description: '' }));
      parents.set(categoryName, parent);
      const key = `${categoryName} ${subCategoryName}`;
      const child =
        parents.get(key) ??
        (await createRecord(server.send, subCategory, {
          name: subCategoryName,
          description: '',
          categoryId: parent._id,
        }));
      parents.set(key, child);
      await createProduct(server.send, {
        name,
        sku,
        description: `<p>${description}</p>`,
        subCategoryId: child._id,
        attributeArr: variants.map((text) => {
          const [, variantSku, colour = '', pack = ''] = /^(\S+) (.+), (.+)$/.exec(text) ?? [];
          const attributeValueArr = [values.get(colour), values.get(pack)];
          return buildVariant({ name: `${colour}-${pack}`, sku: variantSku, attributeValueArr });
        }),
      });
    }
  });

  const find = async (query: string) => {
    const { body } = await server.send('GET', `/v1/product/?query=${encodeURIComponent(query)}`);
    return (body.data as AnyRecord[]).map(({ name }) => String(name));
  };

  it.each(queries)('finds for %j one of the first three: %j', async (query, expected) => {
    expect((await find(query)).slice(0, 3)).toContain(expected);
  });

  it('says what it searched for instead of a query with a typing error', async () => {
    const correct = async (query: string) =>
      (await server.send('GET', `/v1/product/?query=${encodeURIComponent(query)}`)).body.correctedQuery;
    expect(await correct('stiky notes')).toBe('sticky notes');
    expect(await correct('sticky notes')).toBeUndefined();
    expect(await correct('stapler xylophone')).toBeUndefined();
  });

  it('finds the product of a code before those that mention it', async () => {
    const { _id } = await createProduct(server.send, { name: 'Display for GLD-BK-5' });
    expect(await find('gld-bk-5')).toEqual(['Glide gel pen', 'Display for GLD-BK-5']);
    await server.send('DELETE', `/v1/product/deleteById/${_id}`);
  });

  it('reads pages in the order of relevance', async () => {
    const all = await find('paper');
    const pages = await Promise.all(
      [0, 1, 2, 3].map(async (pageIndex) => {
        const { body } = await server.send('GET', `/v1/product/?query=paper&pageSize=2&pageIndex=${pageIndex}`);
        return (body.data as AnyRecord[]).map(({ name }) => name);
      }),
    );
    expect(all.length).toBeGreaterThan(5);
    expect(pages.flat()).toEqual(all.slice(0, 8));
  });

  it('follows renamed and moved categories and renamed attribute values', async () => {
    const rename = async (resource: Resource, from: string, to: string) => {
      const { body } = await server.send('GET', `/v1/${resource.name}/?query=${from}`);
      const record = (body.data as AnyRecord[]).find(({ name }) => name === from);
      await server.send('PATCH', `/v1/${resource.name}/updateById/${record?._id}`, { body: { name: to } });
      return record;
    };
    await rename(category, 'Diaries', 'Yearbooks');
    expect(await find('yearbook')).toEqual(['Pocket diaries', 'Executive planner', 'Diwali diary']);
    const [plain] = await createValues(server.send, 'Finish', ['Plain']);
    await createProduct(server.send, {
      name: 'Lamp',
      attributeArr: [buildVariant({ name: 'Deluxe', attributeValueArr: [plain] })],
    });
    await rename(attributeValue, 'Plain', 'Brushed');
    expect([await find('deluxe'), await find('brushed'), await find('plain')]).toEqual([['Lamp'], ['Lamp'], []]);
    const office = await createRecord(server.send, category, { name: 'Workplace' });
    const tape = await rename(subCategory, 'Tape', 'Tapes');
    const body = { categoryId: office._id };
    await server.send('PATCH', `/v1/subCategory/updateById/${tape?._id}`, { body });
    expect(await find('workplace')).toEqual(['Correction tape', 'Tape dispenser']);
    expect(await find('desk tape')).toEqual([]);
  });
});

it('searches the records of a version that searched otherwise', async () => {
  const server = await startTestServer('sqlite');
  await createProduct(server.send, { name: 'Roller pen' });
  await server.restart({}, async () => {
    const file = new BetterSqlite(join(server.dataDir, 'backoffice.db'));
    file.exec(`update product set search = '  roller  pen'; delete from setting where _id = 'searchTextFormat'`);
    file.close();
  });
  const { body } = await server.send('GET', '/v1/product/?query=rollerpen');
  expect(body.total).toBe(1);
  await server.stop();
});
