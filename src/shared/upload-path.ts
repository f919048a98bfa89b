/**
 * The address of a stored file. With a name, browsers save it under that name. Some servers return a product image as
 * a data URL.
 */
export const uploadPath = (filename: string, name?: string | null): string => {
  if (filename.startsWith('data:image/')) return filename;
  return `/uploads/${encodeURIComponent(filename)}${name ? `?name=${encodeURIComponent(name)}` : ''}`;
};
