/** Every text that the specification quotes, to the letter. Texts of our own stand where they are used. */
export const texts = {
  login: {
    identifierRequired: 'Please Enter Your Email',
    passwordRequired: 'Please Enter Your Password',
    success: 'Login Successfully',
    authorizationFailed: 'Failed to fetch authorization',
    identifierLabel: 'Email/PhoneNo.',
    passwordLabel: 'Password',
    submit: 'Login',
  },
  logout: { label: 'Logout', confirm: 'Are You sure u want to logOut' },
  shell: {
    greeting: 'Welcome',
    badge: 'Admin',
    errorTitle: 'Unexpected Application Error!',
    cms: 'Front-end CMS',
  },
  list: { advanceFilter: 'Advance Filter' },
  form: { save: 'Save', cancel: 'Cancel' },
  faq: { saveNew: 'Save FAQ’s', saveEdit: 'Save Edit' },
  product: {
    nameRequired: 'Please Enter Product Name',
    attributeNameRequired: 'Please Enter Attribute Name',
    attributeSkuRequired: 'Please Enter Attribute Sku',
    imagesRequired: 'Please Enter Upload Images ',
    featureEmpty: 'Description cannot be empty in attribute.',
    importFileMissing: 'File not found ! please select file',
    importFileMissingAgain: 'File not found !, please select file',
  },
  remove: { confirm: 'Are you sure you want to delete this item?' },
  error: { unknown: 'ERROR' },
} as const;
