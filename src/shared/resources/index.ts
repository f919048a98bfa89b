import type { Resource } from '../resource-kit/define-resource.ts';
import { about } from './about.ts';
import { asset } from './asset.ts';
import { attribute } from './attribute.ts';
import { attributeValue } from './attribute-value.ts';
import { banner } from './banner.ts';
import { blogs } from './blogs.ts';
import { brandsPage } from './brands-page.ts';
import { catalogue } from './catalogue.ts';
import { catalogueTemplate } from './catalogue-template.ts';
import { category } from './category.ts';
import { completenessRules } from './completeness-rules.ts';
import { contact } from './contact.ts';
import { dealer } from './dealer.ts';
import { faq } from './faq.ts';
import { city, country, location, region, state } from './geography.ts';
import { gift } from './gift.ts';
import { helpMessage } from './help-message.ts';
import { helpSupport } from './help-support.ts';
import { lifeAtSaya } from './life-at-saya.ts';
import { notification } from './notification.ts';
import { opportunity } from './opportunity.ts';
import { privacy, terms } from './policies.ts';
import { product } from './product.ts';
import { subCategory } from './sub-category.ts';
import { user } from './user.ts';
import { video } from './video.ts';

/** Every resource, in creation order: referenced resources come before those that refer to them. */
export const resources: readonly Resource[] = [
  country,
  region,
  state,
  city,
  location,
  user,
  notification,
  category,
  subCategory,
  attribute,
  attributeValue,
  product,
  completenessRules,
  faq,
  about,
  video,
  contact,
  gift,
  terms,
  privacy,
  blogs,
  catalogue,
  catalogueTemplate,
  dealer,
  brandsPage,
  banner,
  lifeAtSaya,
  opportunity,
  helpSupport,
  helpMessage,
  asset,
];

export const findResource = (name: string): Resource | undefined =>
  resources.find((resource) => resource.name === name);

export const referencesTo = (
  name: string,
): { resource: Resource; fieldName: string; onDelete: 'restrict' | 'cascade' }[] =>
  resources.flatMap((resource) =>
    Object.entries({ ...resource.fields, ...resource.links }).flatMap(([fieldName, field]) =>
      field.kind === 'reference' && field.to === name ? [{ resource, fieldName, onDelete: field.onDelete }] : [],
    ),
  );
