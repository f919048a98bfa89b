/** Section 3 of the specification: the fields of each resource, and those that its form sends by section 7. */
export type Entity = {
  /** Fields that a request body may contain besides `id`. */
  sent: readonly string[];
  /** Names of referenced records, set by the server only: `countryName` follows from `countryId`. */
  displayNames: readonly string[];
  /** The resource's endpoints: the generic pattern or one of its exceptions in section 7. */
  calls: 'pattern' | 'single' | 'posted' | 'user' | 'idInBody';
};

const words = (text: string): string[] => text.split(' ').filter(Boolean);

const entity = (sent: string, displayNames = '', calls: Entity['calls'] = 'pattern'): Entity => ({
  sent: words(sent),
  displayNames: words(displayNames),
  calls,
});

const gallery = [1, 2, 3, 4, 5, 6].map((number) => `galleryImage${number}`).join(' ');
const placeNames = 'countryName regionName stateName cityName locationName';

export const entities: Readonly<Record<string, Entity>> = {
  // The decisions add the password.
  user: entity(
    'name email phone address role status countryId stateId regionId locationId cityId password',
    placeNames,
    'user',
  ),
  country: entity('name status'),
  region: entity('name status countryId', 'countryName'),
  state: entity('name status countryId regionId', 'countryName regionName'),
  city: entity('name status countryId regionId stateId', 'countryName regionName stateName'),
  location: entity('name status countryId regionId stateId cityId', 'countryName regionName stateName cityName'),
  faq: entity('name description status'),
  about: entity('name description status', '', 'single'),
  video: entity('name description videoUrl status'),
  contact: entity('email phone address status', '', 'single'),
  gift: entity('name description status qrId numberOfPoints validTill userLimit'),
  terms: entity('title description status', '', 'posted'),
  privacy: entity('title description status', '', 'posted'),
  notification: entity('userId name image description status', 'userName'),
  category: entity('name description image banner status'),
  subCategory: entity('name description categoryId status'),
  attribute: entity('name'),
  attributeValue: entity('name attributeId'),
  blogs: entity('title description author image'),
  catalogue: entity('name pdf image'),
  brandsPage: entity(`title subTitle gallerySubheading description role logo bannerImage descriptionImage ${gallery}`),
  banner: entity('name imageUrl status'),
  'life-at-saya': entity('role name designation image video', '', 'idInBody'),
  opportunity: entity(
    'profile selectedJobTypes selectedLocation industry responsibilty skills quality qualification aboutJob aboutCompany salary',
    '',
    'idInBody',
  ),
  product: entity('name sku description thumbnail status specification categoryId subCategoryId attributeArr'),
};

export const partsOfProduct: Readonly<Record<string, readonly string[]>> = {
  attributeArr: words('name productName sku price imagesArr descriptionArr attributeValueArr'),
  imagesArr: words('image order'),
  attributeValueArr: words('attributeValueId attributeId attributeValueName attributeName'),
};

export const fileFields: ReadonlySet<string> = new Set(
  words(`image banner imageUrl thumbnail videoUrl video pdf logo bannerImage descriptionImage ${gallery}`),
);
