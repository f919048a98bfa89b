import type { CatalogueDesign } from '#shared/catalogue-design.ts';
import type { Canvas, Element, TextStyle } from './canvas.ts';
import type { Picture } from './pictures.ts';
import type { PrintedProduct } from './read-products.ts';

/** A part of a page that is never cut. */
export type Block = {
  height: number;
  /** Height of what follows that must be on the same page, so that no heading stands alone. */
  keepsWith?: number;
  startsPage?: boolean;
  /** Drawn again at the top of the next page if the blocks after it continue there. Null ends that. */
  repeated?: Block | null;
  products?: readonly PrintedProduct[];
  draw: (at: { y: number }) => Promise<void>;
};

export type Frame = { x: number; width: number; height: number };

type LoadPicture = (
  source: { file: string; alt: string },
  size: { width: number; height: number; isCut?: boolean },
) => Promise<Picture>;

export type LayoutTools = {
  canvas: Canvas;
  design: CatalogueDesign;
  frame: Frame;
  /** The element of the structure that the section's content belongs to. */
  parent: Element;
  loadPicture: LoadPicture;
  formatPrice: (price: number) => string;
};

const ink = '#211f1c';
const muted = '#6b665e';
export const panelColor = '#f6f4ef';
export const ruleColor = '#e2ded5';
export const white = '#ffffff';
export const gap = 16;
export const padding = 8;

export const styles = {
  heading: { weight: 'bold', size: 22, color: white },
  name: { weight: 'bold', size: 10.5, color: ink },
  large: { weight: 'bold', size: 22, color: ink },
  body: { weight: 'regular', size: 8.5, color: ink },
  reading: { weight: 'regular', size: 10.5, color: ink },
  small: { weight: 'regular', size: 8, color: muted },
  label: { weight: 'bold', size: 8, color: muted },
} as const satisfies Record<string, TextStyle>;
