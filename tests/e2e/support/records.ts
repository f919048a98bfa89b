import { readFile } from 'node:fs/promises';
import { generatePath } from 'react-router-dom';
import type { Api } from './api.ts';
import { asField, pdf, png, videoPath } from './files.ts';

export type Ids = Record<string, string>;

const text = '<h2>Title</h2><p>Text with <a href="https://example.com">a link</a></p>';

export const seedOneOfEach = async (api: Api): Promise<Ids> => {
  const picture = asField('a.png', png([30, 90, 200]));
  const countryId = await api.create('country', { name: 'India' });
  const regionId = await api.create('region', { name: 'South', countryId });
  const stateId = await api.create('state', { name: 'Kerala', regionId });
  const cityId = await api.create('city', { name: 'Kochi', stateId });
  const locationId = await api.create('location', { name: 'Fort Kochi', cityId });
  const places = { countryId, regionId, stateId, cityId, locationId };
  const user = await api.create('user', { name: 'Meera', email: 'm@example.com', role: 'USER', ...places });
  const help = await api.create('helpSupport', { title: 'Refills?', guestName: 'A school' });
  await api.create('helpMessage', { helpSupportId: help, author: 'GUEST', text: 'Do they fit?' });
  const category = await api.create('category', { name: 'Pens', image: picture, banner: picture });
  const attribute = await api.create('attribute', { name: 'Size' });
  return {
    user,
    help,
    category,
    attribute,
    notification: await api.create('notification', { userId: user, name: 'Offer', image: picture }),
    subCategory: await api.create('subCategory', { name: 'Gel pens', categoryId: category }),
    attributeValue: await api.create('attributeValue', { name: 'A5', attributeId: attribute }),
    product: await api.create('product', {
      name: 'Gel pen',
      description: text,
      thumbnail: picture,
      attributeArr: [{ name: 'Blue', sku: 'GEL-1', imagesArr: [picture], descriptionArr: ['Dries fast'] }],
    }),
    faq: await api.create('faq', { name: 'Refills?', description: text }),
    about: await api.create('about', { name: 'About', description: text }),
    video: await api.create('video', { name: 'Ink', videoUrl: asField('a.mp4', await readFile(videoPath)) }),
    contact: await api.create('contact', { email: 'c@example.com', phone: '080 1234' }),
    gift: await api.create('gift', { name: 'Case', description: text, validTill: '2031-03-15' }),
    terms: await api.create('terms', { title: 'Terms', description: text }),
    privacy: await api.create('privacy', { title: 'Privacy', description: text }),
    blog: await api.create('blogs', { title: 'Paper', description: text, image: picture }),
    catalogue: await api.create('catalogue', { name: 'Spring', pdf: asField('a.pdf', pdf(['Pens'])) }),
    brand: await api.create('brandsPage', { role: 'Brand', title: 'Inkwell', galleryImage1: picture }),
    banner: await api.create('banner', { imageUrl: picture }),
    life: await api.create('life-at-saya', { role: 'workspace', image: picture }),
    opportunity: await api.create('opportunity', { profile: 'Designer', selectedJobTypes: ['Full Time'] }),
  };
};

/** Removes the page kind from a route name: `faqList` becomes `faq`. */
export const prefixOf = (name: string): string => name.replace(/(AddEdit|List|Detail|View|Add|Edit|Form|Import)$/, '');

export const fillRoute = (name: string, path: string, ids: Ids): string =>
  generatePath(path, {
    id: ids[prefixOf(name)] ?? '1',
    categoryId: ids.category ?? '',
    attributeId: ids.attribute ?? '',
  });

/** FAQs to create. */
export const questions = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Question ${String(index + 1).padStart(2, '0')}`,
    description: `<p>Answer ${index + 1}</p>`,
  }));
