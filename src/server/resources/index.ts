import type { Extensions } from '../resource/extension.ts';
import type { Rules } from '../resource/rules.ts';
import { attributeExtension } from './attribute.ts';
import { bannerExtension } from './banner.ts';
import { catalogueExtension } from './catalogue.ts';
import { categoryExtension } from './category.ts';
import { helpSupportExtension } from './help-support.ts';
import { lifeAtSayaExtension } from './life-at-saya.ts';
import { opportunityExtension } from './opportunity.ts';
import { userExtension } from './user.ts';

/** What resources do beyond the pattern, by the name of the resource. */
export const extensions: Extensions = {
  attribute: attributeExtension,
  banner: bannerExtension,
  catalogue: catalogueExtension,
  category: categoryExtension,
  helpSupport: helpSupportExtension,
  'life-at-saya': lifeAtSayaExtension,
  opportunity: opportunityExtension,
  user: userExtension,
};

/** What holds for the records of a resource beyond its declaration. */
export const rulesOf = (resource: string): Rules => extensions[resource]?.rules ?? {};
