import { generatePath } from 'react-router-dom';
import type { AnyRecord } from '#shared/resource/define-resource.ts';
import { type RouteName, routes } from '#shared/routes.ts';
import { newRecord, openParam } from './list/list-state.ts';

/** Ids of other records, by the fields that refer to them. */
type References = Readonly<Record<string, string>>;

type Place = {
  /** The list that shows them all, where there is one. */
  list?: string;
  /** Where one of them opens. */
  record: (record: AnyRecord) => string;
  /** Address for adding a record with these references; undefined if a required one is missing. */
  add?: (references: References) => string | undefined;
};

const page =
  (route: RouteName) =>
  ({ _id, ...record }: AnyRecord): string =>
    generatePath(routes[route], { ...(record as Record<string, string>), id: _id });

/** Opens in a dialog of its list. */
const dialog = (list: string): Place => ({
  list,
  record: ({ _id }) => `${list}?${new URLSearchParams({ [openParam]: _id })}`,
  add: (references) => `${list}?${new URLSearchParams({ ...references, [openParam]: newRecord })}`,
});

/** Address of a form for adding a record to the parent in its path. */
const childPage =
  (route: RouteName, parentName: string) =>
  ({ [parentName]: parent }: References): string | undefined =>
    parent && generatePath(routes[route], { [parentName]: parent } as Record<string, string>);

/** Where the records of a resource are found, by its name, in the order of the sidebar. */
export const places: Readonly<Record<string, Place>> = {
  user: { list: routes.userList, record: page('userDetail'), add: () => routes.userAdd },
  category: { list: routes.categoryList, record: page('categoryEdit'), add: () => routes.categoryAdd },
  subCategory: { record: page('subCategoryEdit'), add: childPage('subCategoryAdd', 'categoryId') },
  attribute: {
    list: routes.attributeList,
    record: ({ _id }) => `${routes.attributeForm}?${new URLSearchParams({ id: _id })}`,
    add: () => routes.attributeForm,
  },
  attributeValue: { record: page('attributeValueEdit'), add: childPage('attributeValueAdd', 'attributeId') },
  brandsPage: { list: routes.brandList, record: page('brandView') },
  catalogue: { list: routes.catalogueList, record: page('catalogueEdit') },
  banner: { list: routes.bannerList, record: page('bannerEdit') },
  video: { list: routes.videoList, record: page('videoEdit') },
  blogs: { list: routes.blogList, record: page('blogEdit') },
  product: { list: routes.productList, record: page('productView') },
  contact: { list: routes.contactList, record: page('contactView') },
  'life-at-saya': { list: routes.lifeList, record: page('lifeEdit') },
  opportunity: { list: routes.opportunityList, record: page('opportunityEdit') },
  country: dialog(routes.countryList),
  region: dialog(routes.regionList),
  state: dialog(routes.stateList),
  city: dialog(routes.cityList),
  location: dialog(routes.locationList),
  faq: { list: routes.faqList, record: page('faqDetail') },
  about: { list: routes.aboutList, record: page('aboutEdit') },
  gift: { list: routes.giftList, record: page('giftView') },
  terms: { list: routes.termsList, record: page('termsView') },
  privacy: { list: routes.privacyList, record: page('privacyView') },
  notification: { list: routes.notificationList, record: page('notificationView') },
  helpSupport: { list: routes.helpList, record: page('helpView') },
};

/** Address of a resource's list with reference filters; undefined if the resource has no list page. */
export const listAddress = (name: string, references: References): string | undefined => {
  const list = places[name]?.list;
  return list && `${list}?${new URLSearchParams(references)}`;
};
