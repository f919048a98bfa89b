/** Every path of the specification's section 2. The router, links and deep links all read these lists. */
export const routes = {
  userList: '/UserManagerList',
  userDetail: '/UserManagerDetail/:id',
  userAdd: '/UserManagerAddEdit',
  userEdit: '/UserManagerAddEdit/:id',
  countryList: '/CountryList',
  regionList: '/RegionList',
  stateList: '/StateList',
  cityList: '/CityList',
  locationList: '/LocationList',
  faqList: '/FrontendCMS/FAQPage/FAQList',
  faqDetail: '/FrontendCMS/FAQPage/FAQDetail/:id',
  faqAdd: '/FrontendCMS/FAQPage/FAQAddEdit',
  faqEdit: '/FrontendCMS/FAQPage/FAQAddEdit/:id',
  aboutList: '/FrontendCMS/AboutUs/AboutList',
  aboutAdd: '/FrontendCMS/AboutUs/AboutAddEdit',
  aboutEdit: '/FrontendCMS/AboutUs/AboutAddEdit/:id',
  videoList: '/FrontendCMS/Video/VideoList',
  videoAdd: '/FrontendCMS/Video/VideoAddEdit',
  videoEdit: '/FrontendCMS/Video/VideoAddEdit/:id',
  productList: '/FrontendCMS/Product/ProductList',
  productImport: '/FrontendCMS/Product/ProductImport',
  productView: '/FrontendCMS/Product/ProductView/:id',
  productAddEdit: '/FrontendCMS/Product/ProductAddEdit',
  productEdit: '/FrontendCMS/Product/ProductAddEdit/:id',
  productAdd: '/FrontendCMS/Product/ProductAdd',
  contactList: '/FrontendCMS/Contact/ContactList',
  contactView: '/FrontendCMS/Contact/ContactView/:id',
  contactAdd: '/FrontendCMS/Contact/ContactAddEdit',
  contactEdit: '/FrontendCMS/Contact/ContactAddEdit/:id',
  giftList: '/Gifts/GiftsList',
  giftView: '/Gifts/GiftsView/:id',
  giftAdd: '/Gifts/GiftsAddEdit',
  giftEdit: '/Gifts/GiftsAddEdit/:id',
  termsList: '/TermCondition/TermConditionList',
  termsView: '/TermCondition/TermConditionView/:id',
  termsAdd: '/TermCondition/TermConditionAddEdit',
  termsEdit: '/TermCondition/TermConditionAddEdit/:id',
  privacyList: '/PrivacyPolicy/PrivacyPolicyList',
  privacyView: '/PrivacyPolicy/PrivacyPolicyView/:id',
  privacyAdd: '/PrivacyPolicy/PrivacyPolicyAddEdit',
  privacyEdit: '/PrivacyPolicy/PrivacyPolicyAddEdit/:id',
  notificationList: '/Notification/NotificationList',
  notificationView: '/Notification/NotificationView/:id',
  notificationAdd: '/Notification/NotificationAdd',
  helpList: '/FrontendCMS/HelpSupport/HelpSupportList',
  helpView: '/FrontendCMS/HelpSupport/HelpSupportView/:id',
  helpAdd: '/FrontendCMS/HelpSupport/HelpSupportAdd',
  categoryList: '/Category/CategoryList',
  categoryAdd: '/Category/CategoryAddEdit',
  categoryEdit: '/Category/CategoryAddEdit/:id',
  subCategoryList: '/SubCategory/SubCategoryList/:categoryId',
  subCategoryAdd: '/SubCategory/SubCategoryAddEdit/:categoryId',
  subCategoryEdit: '/SubCategory/SubCategoryAddEdit/:categoryId/:id',
  attributeList: '/Attribute/AddAttributeList',
  attributeForm: '/Attribute/AddAttribute',
  attributeValueList: '/AttributeValue/AttributeList/:attributeId',
  attributeValueAdd: '/AttributeValue/AddAttributeValue/:attributeId',
  attributeValueEdit: '/AttributeValue/AddAttributeValue/:attributeId/:id',
  blogList: '/FrontendCMS/Blogs/BlogsList',
  blogAdd: '/FrontendCMS/Blogs/BlogsAddEdit',
  blogEdit: '/FrontendCMS/Blogs/BlogsAddEdit/:id',
  catalogueList: '/catalogue/CatalogueList',
  catalogueAdd: '/catalogue/CatalogueAddEdit',
  catalogueEdit: '/catalogue/CatalogueAddEdit/:id',
  brandList: '/brandsPage/BrandsPageList',
  brandView: '/brandsPage/BrandsPageView/:id',
  brandAdd: '/brandsPage/BrandsPageAddEdit',
  brandEdit: '/brandsPage/BrandsPageAddEdit/:id',
  bannerList: '/FrontendCMS/Banner/BannerList',
  bannerAdd: '/FrontendCMS/Banner/BannerAdd',
  bannerEdit: '/FrontendCMS/Banner/BannerAdd/:id',
  lifeList: '/FrontendCMS/life-at-saya/list',
  lifeAdd: '/FrontendCMS/life-at-saya/add-edit',
  lifeEdit: '/FrontendCMS/life-at-saya/add-edit/:id',
  opportunityList: '/FrontendCMS/opportunity/list',
  opportunityAdd: '/FrontendCMS/opportunity/add-edit',
  opportunityEdit: '/FrontendCMS/opportunity/add-edit/:id',
} as const;

/** Paths of screens beyond the specification. */
export const furtherRoutes = { history: '/History/:resource/:recordId', trash: '/Trash' } as const;

export type RouteName = keyof typeof routes;

/** Paths that exist no more, and where they lead now. `/` is the user list. */
export const redirects: readonly { from: string; to: string }[] = [
  { from: '/athelete-profile-list', to: routes.videoList },
  { from: '/Attribute/AttributeList', to: routes.attributeList },
  { from: '/Attribute/AttributeList/:attributeId', to: routes.attributeValueList },
  { from: '/Attribute/AddAttributeValue/:attributeId', to: routes.attributeValueAdd },
];

/**
 * The replacement of the specification's `Attribute/AttributeList:id`; null for any other path. A route pattern cannot
 * match it, as there is no slash before the id. The colon is optional: it may be a part of the link or not.
 */
export const redirectAttributeList = (pathname: string): string | null => {
  const id = /^\/Attribute\/AttributeList(:?[\w-]+)\/?$/i.exec(pathname)?.[1];
  if (id === undefined) return null;
  return id === ':id' ? routes.attributeList : `/AttributeValue/AttributeList/${id.replace(':', '')}`;
};
