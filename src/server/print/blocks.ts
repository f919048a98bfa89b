import type { Canvas, Element } from './canvas.ts';
import type { PrintedDesign } from './dealers.ts';
import type { Picture } from './pictures.ts';
import type { PrintedProduct, PrintedSection } from './read-products.ts';
import type { TextStyle } from './text.ts';

/** A part of a page that is never cut. */
export type Block = {
  height: number;
  /** Empty space below it, unless it ends a page. */
  space?: number;
  /** Height of what follows that must be on the same page, so that no heading stands alone and no table is cut. */
  keepsWith?: number;
  /** Blocks that share the rest of a full page. */
  canGrow?: boolean;
  startsPage?: boolean;
  /** Drawn again at the top of the next page if the blocks after it continue there. Null ends that. */
  repeated?: Block | null;
  products?: readonly PrintedProduct[];
  /** The pictures that it draws; null where there is none. */
  pictures?: (at: { extra: number }) => (WantedPicture | null)[];
  draw: (at: { y: number; extra: number }, pictures: readonly (Picture | null)[]) => void | Promise<void>;
};

export type Frame = { x: number; y: number; width: number; height: number };

/** A picture and the size of its box, which it fills if it is cut. */
export type WantedPicture = {
  file: string;
  alt: string;
  width: number;
  height: number;
  isCut?: boolean;
  isRepeated?: boolean;
};

export type LayoutTools = {
  canvas: Canvas;
  design: PrintedDesign;
  frame: Frame;
  sections: readonly PrintedSection[];
  /** The element of the structure that the section's content belongs to. */
  parent: Element;
  /** For the cover and the top of each page. */
  logo: Picture | null;
  formatPrice: (price: number) => string;
  /** A value that isn't a price; an amount, such as the MRP, in the currency of the office. */
  formatValue: (value: unknown) => string;
};

const ink = '#211f1c';
const muted = '#6b665e';
export const panelColor = '#f6f4ef';
export const ruleColor = '#e2ded5';
export const white = '#ffffff';

/** White or ink, whichever is easier to read on a colour. */
export const textOn = (color: string): string => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(
    (at) => (Number.parseInt(color.slice(at, at + 2), 16) / 255) ** 2.2,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.3 ? ink : white;
};

/** A colour for small texts and numbers on white, as readable as texts must be. */
export const readable = (color: string): string => (textOn(color) === white ? color : ink);

export const gap = 16;
export const padding = 8;

export const styles = {
  name: { weight: 'bold', size: 10.5, color: ink },
  large: { weight: 'bold', size: 22, color: ink },
  body: { weight: 'regular', size: 8.5, color: ink },
  reading: { weight: 'regular', size: 10.5, color: ink },
  small: { weight: 'regular', size: 8, color: muted },
  label: { weight: 'bold', size: 8, color: muted },
} as const satisfies Record<string, TextStyle>;

export const describeValidFrom = (day: string): string =>
  `Valid from ${new Date(day).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })}`;
