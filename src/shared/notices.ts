/** The licences of what the product is made of: a file beside the archive of the packaged app. */
export const noticesName = 'THIRD-PARTY-NOTICES.txt';
