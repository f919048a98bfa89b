import type { Extensions } from '../resource/extension.ts';
import type { Rules } from '../resource/rules.ts';
import { attributeExtension } from './attribute.ts';
import { bannerExtension } from './banner.ts';
import { catalogueExtension } from './catalogue.ts';
import { categoryExtension } from './category.ts';
import { helpSupportExtension } from './help-support.ts';
import { lifeAtSayaExtension } from './life-at-saya.ts';
import { opportunityExtension } from './opportunity.ts';
import { attributeValueExtension } from './product/in-use.ts';
import { productExtension } from './product/product.ts';
import { subCategoryExtension } from './product/rules.ts';
import { userExtension } from './user.ts';

/** What resources do beyond the pattern, by the name of the resource. */
export const extensions: Extensions = {
  attribute: attributeExtension,
  attributeValue: attributeValueExtension,
  banner: bannerExtension,
  catalogue: catalogueExtension,
  category: categoryExtension,
  helpSupport: helpSupportExtension,
  'life-at-saya': lifeAtSayaExtension,
  opportunity: opportunityExtension,
  product: productExtension,
  subCategory: subCategoryExtension,
  user: userExtension,
};

/** What holds for the records of a resource beyond its declaration. */
export const rulesOf = (resource: string): Rules => extensions[resource]?.rules ?? {};
