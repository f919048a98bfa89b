/** Decodes a part of an address. Some addresses have percent signs that encode nothing: these parts stay as they are. */
export const decodeUriPart = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
