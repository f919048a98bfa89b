import { asField, pdf, png } from './files.ts';
import type { MinimalServer } from './minimal-server.ts';
import type { Ids } from './records.ts';

const picture = asField('a.png', png([30, 90, 200]));
const bare = picture.replace(/^.*@@/, '');
const status = 'ACTIVE';
const description = '<p>In words</p>';

export const addOneOfEach = (minimal: MinimalServer): Ids => {
  const add = (resource: string, record: Record<string, unknown>) => minimal.add(resource, record)._id;
  const countryId = add('country', { name: 'India', status });
  const regionId = add('region', { name: 'South', countryId, status });
  const stateId = add('state', { name: 'Kerala', countryId, regionId, status });
  const cityId = add('city', { name: 'Kochi', countryId, regionId, stateId, status });
  const locationId = add('location', { name: 'Fort Kochi', countryId, regionId, stateId, cityId, status });
  const places = { countryId, regionId, stateId, cityId, locationId };
  const user = add('user', {
    name: 'Meera',
    email: 'm@example.com',
    phone: '1',
    role: 'USER',
    status,
    ...places,
  });
  const category = add('category', {
    name: 'Pens',
    description: 'To write',
    image: picture,
    banner: picture,
    status,
  });
  const subCategory = add('subCategory', { name: 'Gel pens', description: '', categoryId: category, status });
  const attribute = add('attribute', { name: 'Size' });
  const attributeValue = add('attributeValue', { name: 'A5', attributeId: attribute });
  const value = {
    attributeValueId: attributeValue,
    attributeId: attribute,
    attributeValueName: 'A5',
    attributeName: 'Size',
  };
  return {
    user,
    category,
    subCategory,
    attribute,
    attributeValue,
    country: countryId,
    region: regionId,
    state: stateId,
    city: cityId,
    location: locationId,
    notification: add('notification', {
      userId: user,
      name: 'Offer',
      image: picture,
      description: 'New',
      status: 'Unread',
    }),
    product: add('product', {
      name: 'Gel pen',
      sku: '100',
      description,
      specification: '',
      thumbnail: picture,
      status,
      categoryId: category,
      subCategoryId: subCategory,
      attributeArr: [
        {
          name: 'A5',
          productName: 'Gel pen',
          sku: 'GEL-1',
          price: 0,
          descriptionArr: ['Dries fast'],
          imagesArr: [{ image: bare, order: 0 }],
          attributeValueArr: [value],
        },
      ],
    }),
    faq: add('faq', { name: 'Refills?', description, status }),
    about: add('about', { name: 'Who we are', description, status }),
    video: add('video', { name: 'Ink', description: '', videoUrl: null, status }),
    contact: add('contact', { email: 'c@example.com', phone: '080 1234', address: '', status }),
    gift: add('gift', {
      name: 'Case',
      description,
      status,
      qrId: '',
      numberOfPoints: 5,
      validTill: '2031-03-15',
      userLimit: 1,
    }),
    terms: add('terms', { title: 'Our terms', description, status }),
    privacy: add('privacy', { title: 'Our privacy', description, status }),
    blog: add('blogs', { title: 'Paper', description, author: 'Ravi', image: picture }),
    catalogue: add('catalogue', { name: 'Spring', pdf: asField('a.pdf', pdf(['Pens'])), image: picture }),
    brand: add('brandsPage', {
      title: 'Inkwell',
      subTitle: '',
      gallerySubheading: '',
      description,
      role: 'Brand',
      logo: picture,
    }),
    banner: add('banner', { name: 'Sale', imageUrl: picture, status }),
    life: add('life-at-saya', { role: 'team_stories', name: 'Asha', designation: 'Designer' }),
    opportunity: add('opportunity', { profile: 'Designer' }),
  };
};
