// Written by `npm run site-types` from the description of the API.

export type Image = {
  url: string;
  srcset: string;
  width: number | null;
  height: number | null;
  alt: string;
  color: string | null;
  focalPoint: {
    /** In percent from the left or top */
    x: number;
    /** In percent from the left or top */
    y: number;
  } | null;
};

export type File = {
  url: string;
  size: number | null;
};

export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
};

export type Category = {
  id: string;
  name: string;
  description: string;
  image: Image | null;
  banner: Image | null;
  slug: string;
  seoTitle: string;
  seoDescription: string;
  seoImage: Image | null;
  createdAt: string;
  updatedAt: string;
  subCategories: {
    id: string;
    name: string;
    description: string;
    slug: string;
    seoTitle: string;
    seoDescription: string;
    seoImage: Image | null;
    createdAt: string;
    updatedAt: string;
  }[];
};

export type Attribute = {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  values: {
    id: string;
    name: string;
    color: string;
    image: Image | null;
    createdAt: string;
    updatedAt: string;
  }[];
};

export type Product = {
  id: string;
  name: string;
  sku: string;
  /** HTML */
  description: string;
  specification: string;
  materialType: string;
  price: number | null;
  gtin: string;
  mrp: number | null;
  netQuantity: string;
  hsnCode: string;
  countryOfOrigin: string;
  manufacturer: string;
  isBestSeller: boolean;
  thumbnail: Image | null;
  category: {
    id: string;
    name: string;
  } | null;
  subCategory: {
    id: string;
    name: string;
  } | null;
  slug: string;
  seoTitle: string;
  seoDescription: string;
  seoImage: Image | null;
  createdAt: string;
  updatedAt: string;
  variants: {
    id: string;
    name: string;
    productName: string;
    sku: string;
    price: number | null;
    gtin: string;
    images: Image[];
    features: string[];
    attributeValues: {
      id: string;
      name: string;
      color: string;
      image: Image | null;
      attribute: {
        id: string;
        name: string;
      };
    }[];
  }[];
};

export type Faq = {
  id: string;
  name: string;
  /** HTML */
  description: string;
  createdAt: string;
  updatedAt: string;
};

export type About = {
  id: string;
  name: string;
  /** HTML */
  description: string;
  createdAt: string;
  updatedAt: string;
};

export type Video = {
  id: string;
  name: string;
  description: string;
  videoUrl: File | null;
  captions: File | null;
  createdAt: string;
  updatedAt: string;
};

export type Contact = {
  id: string;
  email: string;
  phone: string;
  address: string;
  createdAt: string;
  updatedAt: string;
};

export type Gift = {
  id: string;
  name: string;
  /** HTML */
  description: string;
  numberOfPoints: number | null;
  validTill: string | null;
  createdAt: string;
  updatedAt: string;
};

export type Terms = {
  id: string;
  title: string;
  /** HTML */
  description: string;
  createdAt: string;
  updatedAt: string;
};

export type Privacy = {
  id: string;
  title: string;
  /** HTML */
  description: string;
  createdAt: string;
  updatedAt: string;
};

export type Blogs = {
  id: string;
  title: string;
  /** HTML */
  description: string;
  author: string;
  image: Image | null;
  slug: string;
  seoTitle: string;
  seoDescription: string;
  seoImage: Image | null;
  createdAt: string;
  updatedAt: string;
};

export type Catalogue = {
  id: string;
  name: string;
  pdf: File | null;
  image: Image | null;
  slug: string;
  seoTitle: string;
  seoDescription: string;
  seoImage: Image | null;
  createdAt: string;
  updatedAt: string;
};

export type BrandsPage = {
  id: string;
  role: 'Brand' | 'Collection' | null;
  title: string;
  subTitle: string;
  gallerySubheading: string;
  /** HTML */
  description: string;
  logo: Image | null;
  bannerImage: Image | null;
  descriptionImage: Image | null;
  galleryImage1: Image | null;
  galleryImage2: Image | null;
  galleryImage3: Image | null;
  galleryImage4: Image | null;
  galleryImage5: Image | null;
  galleryImage6: Image | null;
  slug: string;
  seoTitle: string;
  seoDescription: string;
  seoImage: Image | null;
  createdAt: string;
  updatedAt: string;
};

export type Banner = {
  id: string;
  name: string;
  imageUrl: Image | null;
  link: string;
  placement: 'HOME_TOP' | 'HOME_MIDDLE' | 'HOME_BOTTOM' | 'CATALOGUE' | 'BLOG' | null;
  createdAt: string;
  updatedAt: string;
};

export type LifeAtSaya = {
  id: string;
  role: 'workspace' | 'event_celebration' | 'team_stories' | null;
  name: string;
  designation: string;
  image: Image | null;
  video: File | null;
  captions: File | null;
  createdAt: string;
  updatedAt: string;
};

export type Opportunity = {
  id: string;
  profile: string;
  selectedJobTypes: ('Part Time' | 'Full Time' | 'Freelance' | 'Contract')[];
  selectedLocation: ('Delhi' | 'Karnataka' | 'Tamil Nadu' | 'Punjab' | 'Guwahati')[];
  industry: 'Stationery' | null;
  /** HTML */
  responsibilty: string;
  /** HTML */
  skills: string;
  /** HTML */
  quality: string;
  /** HTML */
  qualification: string;
  aboutJob: string;
  aboutCompany: string;
  salary: string;
  slug: string;
  seoTitle: string;
  seoDescription: string;
  seoImage: Image | null;
  createdAt: string;
  updatedAt: string;
};

/** A record that has changed since a cursor. */
export type Change = {
  resource: string;
  /** Null if so many have changed that the whole list has to be read */
  id: string | null;
  change: 'created' | 'updated' | 'deleted';
  at: string;
};

/** A former slug and the current one. */
export type Redirect = {
  path: string;
  from: string;
  to: string;
};

export type Lists = {
  categories: {
    record: Category;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default position, then newest */
      order?: 'position' | 'newest' | 'oldest' | 'name' | '-name';
      /** Words that records contain */
      search?: string;
      /** Slug */
      slug?: string;
    };
  };
  attributes: {
    record: Attribute;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default newest */
      order?: 'newest' | 'oldest' | 'name' | '-name';
      /** Words that records contain */
      search?: string;
    };
  };
  products: {
    record: Product;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default position within a category, else newest */
      order?: 'position' | 'newest' | 'oldest' | 'name' | '-name' | 'price' | '-price';
      /** Words that records contain */
      search?: string;
      /** Slug */
      slug?: string;
      /** Category */
      categoryId?: string;
      /** Sub Category */
      subCategoryId?: string;
      /** Attribute Value */
      attributeValueId?: string;
      /** Best seller */
      isBestSeller?: 'true' | 'false';
      /** Price from */
      minPrice?: string;
      /** Price to */
      maxPrice?: string;
    };
  };
  faqs: {
    record: Faq;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default newest */
      order?: 'newest' | 'oldest';
      /** Words that records contain */
      search?: string;
    };
  };
  videos: {
    record: Video;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default newest */
      order?: 'newest' | 'oldest';
      /** Words that records contain */
      search?: string;
    };
  };
  gifts: {
    record: Gift;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default newest */
      order?: 'newest' | 'oldest' | 'name' | '-name' | 'numberOfPoints' | '-numberOfPoints';
    };
  };
  blogs: {
    record: Blogs;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default newest */
      order?: 'newest' | 'oldest' | 'title' | '-title';
      /** Words that records contain */
      search?: string;
      /** Slug */
      slug?: string;
    };
  };
  catalogues: {
    record: Catalogue;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default newest */
      order?: 'newest' | 'oldest' | 'name' | '-name';
      /** Words that records contain */
      search?: string;
      /** Slug */
      slug?: string;
    };
  };
  brands: {
    record: BrandsPage;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default position, then newest */
      order?: 'position' | 'newest' | 'oldest' | 'title' | '-title';
      /** Words that records contain */
      search?: string;
      /** Slug */
      slug?: string;
      /** Role */
      role?: 'Brand' | 'Collection';
    };
  };
  banners: {
    record: Banner;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default position, then newest */
      order?: 'position' | 'newest' | 'oldest';
      /** Words that records contain */
      search?: string;
      /** Placement */
      placement?: 'HOME_TOP' | 'HOME_MIDDLE' | 'HOME_BOTTOM' | 'CATALOGUE' | 'BLOG';
    };
  };
  life: {
    record: LifeAtSaya;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default newest */
      order?: 'newest' | 'oldest';
      /** Words that records contain */
      search?: string;
      /** Select Tab */
      role?: 'workspace' | 'event_celebration' | 'team_stories';
    };
  };
  openings: {
    record: Opportunity;
    query: {
      /** Records per page */
      limit?: number;
      /** `nextCursor` of the page before */
      cursor?: string;
      /** A minus means descending; by default position, then newest */
      order?: 'position' | 'newest' | 'oldest' | 'profile' | '-profile';
      /** Words that records contain */
      search?: string;
      /** Slug */
      slug?: string;
    };
  };
};

export type Singletons = {
  about: About;
  contact: Contact;
  terms: Terms;
  privacy: Privacy;
};

/** Lists whose records have pages, and so slugs. */
export type Slugged = 'categories' | 'products' | 'blogs' | 'catalogues' | 'brands' | 'openings';
