import { createHash } from 'node:crypto';
import PDFDocument from 'pdfkit';
import { encode } from 'uqr';
import type { Picture } from './pictures.ts';
import { createTextFitter, fontFor, lineHeight, registerFonts, type TextStyle } from './text.ts';

/** In points, from the top left corner of the page. */
export type Box = { x: number; y: number; width: number; height: number };

export type Element = PDFKit.PDFStructureElement;

export const toPoints = (millimetres: number): number => (millimetres * 72) / 25.4;

/** Of the finished page, in points. */
const sizes = { A4: { width: 595.28, height: 841.89 }, LETTER: { width: 612, height: 792 } };

const bleed = toPoints(3);
/** From the finished page to the edge of a sheet that has crop marks. */
const markedEdge = bleed + toPoints(7);

/**
 * A PDF (1.7, tagged for PDF/UA) that is drawn from top to bottom. Equal drawings give equal bytes. `pageHashes` identifies
 * the content of each page.
 */
export const createCanvas = ({
  title,
  size,
  hasCropMarks = false,
}: {
  title: string;
  size: keyof typeof sizes;
  hasCropMarks?: boolean;
}) => {
  const epoch = new Date(0);
  const page = sizes[size];
  const edge = hasCropMarks ? markedEdge : 0;
  const options = {
    size: [page.width + 2 * edge, page.height + 2 * edge],
    margin: 0,
    autoFirstPage: false,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    lang: 'en',
    displayTitle: true,
    info: { Title: title, Creator: 'Catalogue Back Office', CreationDate: epoch, ModDate: epoch },
    font: null,
  };
  // The package's types know neither PDF/UA nor a document without a standard font.
  const document = new PDFDocument(options as unknown as PDFKit.PDFDocumentOptions);
  registerFonts(document);
  // The package's types lack some options.
  const struct = document.struct.bind(document) as unknown as (
    type: string,
    options?: { alt?: string | undefined; bbox?: number[] | undefined; scope?: 'Column' },
    children?: unknown[],
  ) => Element;
  const root = struct('Document');
  document.addStructure(root);
  const pageHashes: string[] = [];
  let hash = createHash('sha256');
  const note = (...drawn: unknown[]) => hash.update(JSON.stringify(drawn));
  const { measure, fit, missing } = createTextFitter(document);

  const write = (line: string, { x, y, width, align = 'start', style }: Position & { style: TextStyle }): void => {
    const left = align === 'start' ? x : x + (width - measure(line, style)) / (align === 'center' ? 2 : 1);
    note(line, left, y, style);
    // Fonts differ in height above their baseline.
    document.font(fontFor(line, style)).fontSize(style.size).fillColor(style.color);
    document.text(line, left, y + style.size * 0.95, { lineBreak: false, baseline: 'alphabetic' });
  };

  const artifact = (draw: () => unknown, type: 'Layout' | 'Pagination' = 'Layout'): void => {
    document.markContent('Artifact', { type });
    draw();
    document.endMarkedContent();
  };

  /** Draws content that belongs to an element of the document's structure. */
  const tagged = (
    parent: Element,
    tag: string,
    draw: () => unknown,
    { alt, box }: { alt?: string; box?: Box } = {},
  ) => {
    const content = document.markStructureContent(tag);
    draw();
    document.endMarkedContent();
    const bbox = box && [box.x, box.y, box.x + box.width, box.y + box.height].map((place) => place + edge);
    parent.add(struct(tag, { alt, bbox }, [content]));
  };

  /** Marks where the sheet is cut, outside the bleed. */
  const drawCropMarks = (): void => {
    const { width, height } = page;
    const [near, far] = [bleed + toPoints(1), markedEdge - toPoints(1)];
    for (const x of [0, width])
      for (const [from, to] of [
        [-far, -near],
        [height + near, height + far],
      ] as const)
        document.moveTo(x, from).lineTo(x, to);
    for (const y of [0, height])
      for (const [from, to] of [
        [-far, -near],
        [width + near, width + far],
      ] as const)
        document.moveTo(from, y).lineTo(to, y);
    document.lineWidth(0.25).stroke('#000000');
  };

  return {
    root,
    page,
    /** A box that ends at the edge of the page, extended by the bleed. */
    withBleed: ({ x, y, width, height }: Box): Box => {
      const over = hasCropMarks ? bleed : 0;
      const [left, top] = [x === 0 ? over : 0, y === 0 ? over : 0];
      const [right, bottom] = [x + width === page.width ? over : 0, y + height === page.height ? over : 0];
      return { x: x - left, y: y - top, width: width + left + right, height: height + top + bottom };
    },
    measure,
    fit,
    pageHashes,
    missing,
    addPage: (): void => {
      if (document.page) pageHashes.push(hash.digest('hex').slice(0, 16));
      hash = createHash('sha256');
      document.addPage();
      if (!hasCropMarks) return;
      note('marks');
      const toBox = (over: number) => [edge - over, edge - over, edge + page.width + over, edge + page.height + over];
      Object.assign(document.page.dictionary.data, { TrimBox: toBox(0), BleedBox: toBox(bleed) });
      document.translate(edge, edge);
      artifact(drawCropMarks);
    },
    /** Adds an element for parts that are drawn later. */
    group: (parent: Element, tag: string): Element => {
      // Screen readers name the column of each cell.
      const element = struct(tag, tag === 'TH' ? { scope: 'Column' } : {});
      parent.add(element);
      return element;
    },
    /** Writes lines below each other. Returns their height. */
    text: (
      parent: Element,
      tag: string,
      lines: readonly string[],
      { style, ...at }: Position & { style: TextStyle },
    ) => {
      tagged(parent, tag, () => {
        for (const [index, line] of lines.entries()) write(line, { ...at, y: at.y + index * lineHeight(style), style });
      });
      return lines.length * lineHeight(style);
    },
    /** A line at the edge of the page, which screen readers skip. */
    marginText: (line: string, at: Position & { style: TextStyle }): void =>
      artifact(() => write(line, at), 'Pagination'),
    fill: ({ x, y, width, height }: Box, color: string): void => {
      note('fill', x, y, width, height, color);
      artifact(() => document.rect(x, y, width, height).fill(color));
    },
    frame: ({ x, y, width, height }: Box, color: string): void => {
      note('frame', x, y, width, height, color);
      artifact(() => document.lineWidth(0.5).rect(x, y, width, height).stroke(color));
    },
    /** Draws a picture in the middle of a box, which it fills or is cut to. Without a parent, screen readers skip it. */
    picture: (parent: Element | null, { file, alt, focalPoint, load }: Picture, box: Box): void => {
      note('picture', file, alt, focalPoint, box);
      const { x, y, width, height } = box;
      if (!load) return;
      if (parent) artifact(() => document.rect(x, y, width, height).fill(load.background));
      const scale = Math.min(width / load.width, height / load.height);
      const [drawnWidth, drawnHeight] = [load.width * scale, load.height * scale];
      const at = { x: x + (width - drawnWidth) / 2, y: y + (height - drawnHeight) / 2 };
      const drawn = { width: drawnWidth, height: drawnHeight };
      const draw = () => document.image(load.source, at.x, at.y, drawn);
      // A decorative picture isn't read out.
      if (alt === '' || parent === null) artifact(draw, parent === null ? 'Pagination' : 'Layout');
      else tagged(parent, 'Figure', draw, { alt, box: { ...at, ...drawn } });
    },
    /** Writes lines that lead to a place of the document, or to a page of the website. Returns their height. */
    link: (
      parent: Element,
      lines: readonly string[],
      { style, to, url, ...at }: Position & { style: TextStyle; to?: string; url?: string },
    ): number => {
      note('link', to, url);
      const element = document.struct('Link');
      parent.add(element);
      const content = document.markStructureContent('Link');
      for (const [index, line] of lines.entries()) write(line, { ...at, y: at.y + index * lineHeight(style), style });
      document.endMarkedContent();
      element.add(content as unknown as PDFKit.PDFStructureElement);
      const height = lines.length * lineHeight(style);
      document.annotate(at.x, at.y, at.width, height, {
        Subtype: 'Link',
        Border: [0, 0, 0],
        ...(url === undefined ? { Dest: new String(to) } : { A: { S: 'URI', URI: new String(url) } }),
        Contents: new String(url ?? lines.join(' ')),
        structParent: element,
      } as unknown as PDFKit.Mixins.AnnotationOption);
      // Its annotation gets the page that is current now.
      element.end();
      return height;
    },
    /** Draws a QR code with its quiet zone. */
    qrCode: (
      parent: Element,
      url: string,
      alt: string,
      { x, y, size: side }: { x: number; y: number; size: number },
    ): void => {
      note('qr', url, x, y, side);
      const { data, size: modules } = encode(url, { border: 4 });
      const step = side / modules;
      tagged(
        parent,
        'Figure',
        () => {
          document.rect(x, y, side, side).fill('#ffffff');
          for (const [row, cells] of data.entries())
            for (const [column, isDark] of cells.entries())
              if (isDark) document.rect(x + column * step, y + row * step, step, step);
          document.fill('#000000');
        },
        { alt, box: { x, y, width: side, height: side } },
      );
    },
    /** Draws the bars of a barcode. */
    bars: (parent: Element, alt: string, bars: readonly Box[], box: Box): void => {
      note('bars', alt, box.x, box.y);
      tagged(
        parent,
        'Figure',
        () => {
          for (const bar of bars) document.rect(bar.x, bar.y, bar.width, bar.height);
          document.fill('#000000');
        },
        { alt, box },
      );
    },
    /** Names the top of the current page as the target of links, and lists it among the bookmarks. */
    mark: (name: string, bookmark?: string): void => {
      document.addNamedDestination(name, 'XYZ', null, 0, null);
      if (bookmark !== undefined) document.outline.addItem(bookmark);
    },
    /** The bytes as they become known. */
    output: document as unknown as AsyncIterable<Uint8Array>,
    end: (): void => {
      pageHashes.push(hash.digest('hex').slice(0, 16));
      root.end();
      document.end();
    },
  };
};

type Position = { x: number; y: number; width: number; align?: 'start' | 'center' | 'end' };

export type Canvas = ReturnType<typeof createCanvas>;
