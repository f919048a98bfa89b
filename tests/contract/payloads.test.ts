import { describe, expect, it } from 'vitest';
import type { AnyRecord } from '../../src/shared/resource-kit/define-resource.ts';
import { anyDatabase } from '../support/databases.ts';
import { asUpload, makeFile } from '../support/files.ts';
import { setUpTestServer } from '../support/test-server.ts';

const png = () => asUpload('picture.png', makeFile('png'), 'image/png');
const mp4 = () => asUpload('clip.mp4', makeFile('mp4'), 'video/mp4');
const pdf = () => asUpload('Spring 2026.pdf', makeFile('pdf'), 'application/pdf');

type Ids = Record<string, string>;

/** Request bodies of the specification's forms (section 7). Updates send the same body plus the id. */
const payloads: readonly [string, (ids: Ids) => Record<string, unknown>][] = [
  ['country', () => ({ name: 'India', status: 'ACTIVE' })],
  ['region', (ids) => ({ name: 'South', status: 'ACTIVE', countryId: ids.country })],
  ['state', (ids) => ({ name: 'Karnataka', status: 'ACTIVE', countryId: ids.country, regionId: ids.region })],
  ['city', (ids) => ({ name: 'Bengaluru', status: 'ACTIVE', stateId: ids.state })],
  ['location', (ids) => ({ name: 'Indiranagar', status: 'ACTIVE', cityId: ids.city })],
  [
    'user',
    (ids) => ({
      name: 'Meera',
      email: 'meera@example.com',
      phone: '98450 12345',
      address: '',
      role: 'user',
      status: 'ACTIVE',
      countryId: ids.country,
      regionId: ids.region,
      stateId: ids.state,
      cityId: '',
      locationId: null,
    }),
  ],
  [
    'notification',
    (ids) => ({ userId: ids.user, name: 'Welcome', image: png(), description: 'Hello', status: 'Read' }),
  ],
  ['category', () => ({ name: 'Pens', image: png(), banner: png(), status: 'ACTIVE', description: '' })],
  ['subCategory', (ids) => ({ name: 'Gel', description: '', categoryId: ids.category, status: 'ACTIVE' })],
  ['attribute', () => ({ name: 'Colour' })],
  ['attributeValue', (ids) => ({ name: 'Red', attributeId: ids.attribute })],
  ['faq', () => ({ name: 'Why?', description: '<p>So</p>', status: 'ACTIVE' })],
  ['about', () => ({ name: 'Us', description: '', status: 'ACTIVE' })],
  ['video', () => ({ name: 'Tour', description: '', videoUrl: mp4(), status: 'ACTIVE' })],
  ['contact', () => ({ email: 'hello@example.com', phone: '080 1234', status: 'ACTIVE' })],
  [
    'gift',
    () => ({
      name: 'Mug',
      qrId: 'Q1',
      description: '<p>A mug</p>',
      numberOfPoints: '50',
      validTill: '2026-12-31T00:00:00.000Z',
      userLimit: '',
      status: 'ACTIVE',
    }),
  ],
  ['terms', () => ({ title: 'Terms', description: '<p>All</p>', status: 'ACTIVE' })],
  ['privacy', () => ({ title: 'Privacy', description: '<p>None</p>', status: 'ACTIVE' })],
  ['blogs', () => ({ title: 'Paper', description: '<p>On paper</p>', author: 'Ravi', image: png() })],
  ['catalogue', () => ({ pdf: pdf(), image: png() })],
  [
    'brandsPage',
    () => ({
      role: 'Brand',
      title: 'Saya',
      subTitle: '',
      gallerySubheading: '',
      description: '',
      logo: png(),
      bannerImage: png(),
      descriptionImage: png(),
    }),
  ],
  ['banner', () => ({ imageUrl: png(), status: 'ACTIVE' })],
  ['life-at-saya', () => ({ role: 'workspace', image: png() })],
  [
    'opportunity',
    () => ({
      profile: 'Designer',
      selectedJobTypes: ['Full Time'],
      selectedLocation: ['Delhi', 'Punjab'],
      industry: 'Stationery',
      responsibilty: '<p>Design</p>',
      skills: '',
      quality: '',
      qualification: '',
      aboutJob: '',
      aboutCompany: '',
      salary: 'As agreed',
    }),
  ],
];

describe.each(anyDatabase)('on %s', (kind) => {
  const server = setUpTestServer(kind);
  const ids: Ids = {};

  it.each(payloads)('accepts what the form of %s sends', async (name, payloadOf) => {
    const created = await server.send('POST', `/v1/${name}/`, { body: payloadOf(ids) });
    expect([created.status, created.body.message]).toEqual([200, expect.stringMatching(/ (?:created|saved)$/)]);
    const record = created.body.data as AnyRecord;
    ids[name] = record._id;
    const changed = await server.send('PATCH', `/v1/${name}/updateById/${record._id}`, {
      body: { ...payloadOf(ids), id: record._id },
    });
    expect([changed.status, changed.body.message]).toEqual([200, expect.stringMatching(/ saved$/)]);
    const again = await server.send('PATCH', `/v1/${name}/updateById/${record._id}`, {
      body: { ...(changed.body.data as AnyRecord), id: record._id },
    });
    const { version, updatedAt, ...same } = changed.body.data as AnyRecord;
    expect([again.status, again.body.data]).toEqual([200, expect.objectContaining(same)]);
  });

  it('converts the texts of a form', async () => {
    const { body } = await server.send('GET', `/v1/gift/getById/${ids.gift}`);
    expect(body.data).toMatchObject({ numberOfPoints: 50, userLimit: null, validTill: '2026-12-31' });
  });

  it('names a catalogue after its PDF if no name is sent', async () => {
    const get = async () => (await server.send('GET', `/v1/catalogue/getById/${ids.catalogue}`)).body.data;
    expect(await get()).toMatchObject({ name: 'Spring 2026' });
    const url = `/v1/catalogue/updateById/${ids.catalogue}`;
    const named = await server.send('PATCH', url, { body: { name: 'Own name', pdf: pdf() } });
    expect(named.body.data).toMatchObject({ name: 'Own name' });
    const emptied = await server.send('PATCH', url, { body: { name: '' } });
    expect([emptied.status, emptied.body.errors?.[0]?.field]).toEqual([400, 'name']);
    const hostile = asUpload('..\\..\\C:\\Autumn\u0007.PDF', makeFile('pdf'));
    const renamed = await server.send('PATCH', url, { body: { name: '', pdf: hostile } });
    expect(renamed.body.data).toMatchObject({ name: 'Autumn' });
  });
});
