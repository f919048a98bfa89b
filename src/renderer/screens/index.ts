import type { ResourceScreens } from '../resource/screens/resource-screens.ts';
import { aboutScreens } from './about.ts';
import { attributeScreens } from './attribute.ts';
import { attributeValueScreens } from './attribute-value.ts';
import { bannerScreens } from './banner.ts';
import { blogScreens } from './blog.ts';
import { brandScreens } from './brand.ts';
import { catalogueScreens } from './catalogue.ts';
import { categoryScreens } from './category.ts';
import { cityScreens } from './city.ts';
import { contactScreens } from './contact.ts';
import { countryScreens } from './country.ts';
import { faqScreens } from './faq.ts';
import { giftScreens } from './gift.ts';
import { helpScreens } from './help.ts';
import { lifeScreens } from './life.ts';
import { locationScreens } from './location.ts';
import { notificationScreens } from './notification.ts';
import { opportunityScreens } from './opportunity.ts';
import { privacyScreens } from './privacy.ts';
import { productScreens } from './product.ts';
import { regionScreens } from './region.ts';
import { stateScreens } from './state.ts';
import { subCategoryScreens } from './sub-category.ts';
import { termsScreens } from './terms.ts';
import { userScreens } from './user.ts';
import { videoScreens } from './video.ts';

/** The screens of every resource, in sidebar order. The list of the first one is the page at `/`. */
export const screens: readonly ResourceScreens[] = [
  userScreens,
  categoryScreens,
  subCategoryScreens,
  attributeScreens,
  attributeValueScreens,
  brandScreens,
  catalogueScreens,
  bannerScreens,
  videoScreens,
  blogScreens,
  productScreens,
  contactScreens,
  lifeScreens,
  opportunityScreens,
  countryScreens,
  regionScreens,
  stateScreens,
  cityScreens,
  locationScreens,
  faqScreens,
  aboutScreens,
  giftScreens,
  termsScreens,
  privacyScreens,
  notificationScreens,
  helpScreens,
];
