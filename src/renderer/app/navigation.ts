import {
  IconBell,
  IconBook2,
  IconBriefcase,
  IconBuildingCommunity,
  IconBuildingStore,
  IconCategory,
  IconFileText,
  IconFlag,
  IconGift,
  IconHelpCircle,
  IconInfoCircle,
  IconLayersIntersect,
  IconLifebuoy,
  IconMail,
  IconMap2,
  IconMapPin,
  IconMessages,
  IconNews,
  IconPackage,
  IconPencilPlus,
  IconPhoto,
  IconPlant2,
  IconShieldLock,
  IconTags,
  IconTypography,
  IconUsers,
  IconVideo,
  IconWorld,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { type RouteName, routes } from '#shared/routes.ts';
import { texts } from '#shared/texts.ts';

type Icon = ComponentType<{ size?: string | number; stroke?: number }>;

export type NavigationEntry = {
  label: string;
  to: string;
  icon: Icon;
  /** The pages during which this entry is the active one. */
  pages: readonly RouteName[];
};

export type NavigationGroup = { label: string; icon: Icon; entries: readonly NavigationEntry[] };

/** The entries that the specification names, in its order. */
export const mainEntries: readonly NavigationEntry[] = [
  {
    label: 'User Manage',
    to: `${routes.userList}/?role=All`,
    icon: IconUsers,
    pages: ['userList', 'userDetail', 'userAdd', 'userEdit'],
  },
  {
    label: 'Category',
    to: routes.categoryList,
    icon: IconCategory,
    pages: [
      ...(['categoryList', 'categoryAdd', 'categoryEdit'] as const),
      ...(['subCategoryList', 'subCategoryAdd', 'subCategoryEdit'] as const),
    ],
  },
  {
    label: 'Attribute',
    to: `${routes.attributeList}/`,
    icon: IconTags,
    pages: [
      ...(['attributeList', 'attributeForm'] as const),
      ...(['attributeValueList', 'attributeValueAdd', 'attributeValueEdit'] as const),
    ],
  },
  {
    label: 'Brands Page',
    to: routes.brandList,
    icon: IconBuildingStore,
    pages: ['brandList', 'brandView', 'brandAdd', 'brandEdit'],
  },
  {
    label: 'Catalogue Page',
    to: routes.catalogueList,
    icon: IconBook2,
    pages: ['catalogueList', 'catalogueAdd', 'catalogueEdit'],
  },
];

const cms: NavigationGroup = {
  label: texts.shell.cms,
  icon: IconLayersIntersect,
  entries: [
    {
      label: 'Banners',
      to: routes.bannerList,
      icon: IconPhoto,
      pages: ['bannerList', 'bannerAdd', 'bannerEdit'],
    },
    {
      label: 'Home Page Video',
      to: routes.videoList,
      icon: IconVideo,
      pages: ['videoList', 'videoAdd', 'videoEdit'],
    },
    { label: 'Blogs', to: routes.blogList, icon: IconNews, pages: ['blogList', 'blogAdd', 'blogEdit'] },
    {
      label: 'Product Catalog',
      to: routes.productList,
      icon: IconPackage,
      pages: ['productList', 'productImport', 'productView', 'productAddEdit', 'productEdit'],
    },
    { label: 'Product Multi Catalog', to: routes.productAdd, icon: IconPencilPlus, pages: ['productAdd'] },
    {
      label: 'Contact',
      to: routes.contactList,
      icon: IconMail,
      pages: ['contactList', 'contactView', 'contactAdd', 'contactEdit'],
    },
    {
      label: 'Life at the company',
      to: routes.lifeList,
      icon: IconPlant2,
      pages: ['lifeList', 'lifeAdd', 'lifeEdit'],
    },
    {
      label: 'Opportunity',
      to: routes.opportunityList,
      icon: IconBriefcase,
      pages: ['opportunityList', 'opportunityAdd', 'opportunityEdit'],
    },
  ],
};

/** Sections that the specification has screens for, but no entry. */
const furtherGroups: readonly NavigationGroup[] = [
  {
    label: 'Geography',
    icon: IconWorld,
    entries: [
      { label: 'Country', to: routes.countryList, icon: IconFlag, pages: ['countryList'] },
      { label: 'Region', to: routes.regionList, icon: IconMap2, pages: ['regionList'] },
      { label: 'State', to: routes.stateList, icon: IconTypography, pages: ['stateList'] },
      { label: 'City', to: routes.cityList, icon: IconBuildingCommunity, pages: ['cityList'] },
      { label: 'Location', to: routes.locationList, icon: IconMapPin, pages: ['locationList'] },
    ],
  },
  {
    label: 'Site content',
    icon: IconFileText,
    entries: [
      {
        label: 'FAQ',
        to: routes.faqList,
        icon: IconHelpCircle,
        pages: ['faqList', 'faqDetail', 'faqAdd', 'faqEdit'],
      },
      {
        label: 'About Us',
        to: routes.aboutList,
        icon: IconInfoCircle,
        pages: ['aboutList', 'aboutAdd', 'aboutEdit'],
      },
      {
        label: 'Gifts',
        to: routes.giftList,
        icon: IconGift,
        pages: ['giftList', 'giftView', 'giftAdd', 'giftEdit'],
      },
      {
        label: 'Terms and conditions',
        to: routes.termsList,
        icon: IconFileText,
        pages: ['termsList', 'termsView', 'termsAdd', 'termsEdit'],
      },
      {
        label: 'Privacy policy',
        to: routes.privacyList,
        icon: IconShieldLock,
        pages: ['privacyList', 'privacyView', 'privacyAdd', 'privacyEdit'],
      },
    ],
  },
  {
    label: 'Messages',
    icon: IconMessages,
    entries: [
      {
        label: 'Notifications',
        to: `${routes.notificationList}/?status=All`,
        icon: IconBell,
        pages: ['notificationList', 'notificationView', 'notificationAdd'],
      },
      {
        label: 'Help and support',
        to: `${routes.helpList}/?status=All`,
        icon: IconLifebuoy,
        pages: ['helpList', 'helpView', 'helpAdd'],
      },
    ],
  },
];

export const navigationGroups: readonly NavigationGroup[] = [cms, ...furtherGroups];

const allEntries: readonly NavigationEntry[] = [
  ...mainEntries,
  ...navigationGroups.flatMap((group) => group.entries),
];

/** The entry that the page at this path belongs to. */
export const entryOf = (pathname: string): NavigationEntry | undefined =>
  pathname === '/'
    ? mainEntries[0]
    : allEntries.find((entry) => entry.pages.some((page) => matchPath(routes[page], pathname)));

/** The entry that leads to this address. */
export const entryTo = (address: string | null): NavigationEntry | undefined =>
  allEntries.find((entry) => entry.to === address);
