import { fillPath } from './resource-kit/paths.ts';
import { attribute } from './resources/attribute.ts';
import { attributeValue } from './resources/attribute-value.ts';
import { video } from './resources/video.ts';

/** Paths of screens beyond the specification. */
export const extraRoutes = {
  home: '/Home',
  history: '/History/:resource/:recordId',
  compareVersions: '/History/:resource/:recordId/Compare',
  trash: '/Trash',
  audit: '/Audit',
  account: '/Account',
  website: '/Website',
  makeCatalogue: '/catalogue/CatalogueMake',
  catalogueChanges: '/catalogue/CatalogueChanges',
  printLabels: '/FrontendCMS/Product/PrintLabels',
} as const;

/** Titles of these screens, which are also their names in menus. */
export const pageTitles = {
  home: 'Home',
  trash: 'Trash',
  audit: 'Audit log',
  account: 'My account',
  website: 'Website',
  makeCatalogue: 'Make a catalogue',
  catalogueChanges: 'Changed catalogues',
  printLabels: 'Print labels',
} as const;

/** Old paths and their replacements. `/` is the user list. */
export const redirects: readonly { from: string; to: string }[] = [
  { from: '/athelete-profile-list', to: video.paths.list },
  { from: '/Attribute/AttributeList', to: attribute.paths.list },
  { from: '/Attribute/AttributeList/:attributeId', to: attributeValue.paths.list },
  { from: '/Attribute/AddAttributeValue/:attributeId', to: attributeValue.paths.form },
];

/**
 * Returns the replacement of the specification's `Attribute/AttributeList:id`; null for any other path. A route pattern
 * can't match it, because there is no slash before the id. The colon is optional, as links may omit it.
 */
export const redirectAttributeList = (pathname: string): string | null => {
  const id = /^\/Attribute\/AttributeList(:?[\w-]+)\/?$/i.exec(pathname)?.[1];
  if (id === undefined) return null;
  return id === ':id'
    ? attribute.paths.list
    : fillPath(attributeValue.paths.list, { attributeId: id.replace(':', '') });
};

/** Name of the one-time code in the fragment of a link, which browsers don't send to servers. */
export const resetFragment = 'reset';
