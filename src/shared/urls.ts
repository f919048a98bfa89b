/** Decodes a part of an address. Some addresses have percent signs that encode nothing: these parts stay as they are. */
export const decodeUriPart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

/** Whether a host name or address, as in a URL or as typed, is this computer itself. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/.test(host.toLowerCase());

/** Whether others on the network can read the traffic. Local connections never leave this computer. */
export const isUnencrypted = ({ protocol, hostname }: { protocol: string; hostname: string }): boolean =>
  protocol === 'http:' && !isLoopback(hostname);

/**
 * The address of a stored file. With a name, browsers save it under that name. Some servers return a product image as
 * a data URL.
 */
export const uploadPath = (filename: string, name?: string | null): string => {
  if (filename.startsWith('data:image/')) return filename;
  return `/uploads/${encodeURIComponent(filename)}${name ? `?name=${encodeURIComponent(name)}` : ''}`;
};
