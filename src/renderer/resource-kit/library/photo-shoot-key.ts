/** Names the stored list of the images that are being uploaded. */
export const photoShootKey = 'photo-shoot';
