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
  fill: { title: 'Please Fill Title', description: 'Please Fill description' },
  privacy: { noDescription: 'no data available' },
  help: { add: 'Add Chat', solve: 'Solve Chat' },
  remove: { confirm: 'Are you sure you want to delete this item?' },
  error: { unknown: 'ERROR' },
} as const;
