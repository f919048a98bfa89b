import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const open = (bytes: Uint8Array) => getDocument({ data: new Uint8Array(bytes), useSystemFonts: true }).promise;

/** The texts of the pages. */
export const pagesOfPdf = async (bytes: Uint8Array): Promise<string[]> => {
  const document = await open(bytes);
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const { items } = await (await document.getPage(index + 1)).getTextContent();
    return items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  });
  return Promise.all(pages);
};

type Line = { text: string; left: number; right: number; top: number; bottom: number };

/** The texts of the pages with their places, in points from the top left corner. Spaces alone are left out. */
export const linesOfPdf = async (bytes: Uint8Array): Promise<{ lines: Line[]; width: number; height: number }[]> => {
  const document = await open(bytes);
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const page = await document.getPage(index + 1);
    const { width, height } = page.getViewport({ scale: 1 });
    const lines = (await page.getTextContent()).items.flatMap((item): Line[] => {
      if (!('str' in item) || item.str.trim() === '') return [];
      const [size = 0, , , , left = 0, base = 0] = item.transform as number[];
      const baseline = height - base;
      // From the top of capital letters to the baseline.
      return [{ text: item.str, left, right: left + item.width, top: baseline - size * 0.72, bottom: baseline }];
    });
    return { lines, width, height };
  });
  return Promise.all(pages);
};

/** The addresses outside the document to which its pages lead. */
export const linksOfPdf = async (bytes: Uint8Array): Promise<string[]> => {
  const document = await open(bytes);
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const annotations = await (await document.getPage(index + 1)).getAnnotations();
    return annotations.flatMap(({ url }: { url?: string }) => url ?? []);
  });
  return (await Promise.all(pages)).flat();
};

type StructureNode = { role?: string; alt?: string; type?: string; children?: StructureNode[] };

const flatten = (node: StructureNode): StructureNode[] => [node, ...(node.children ?? []).flatMap(flatten)];

/** Reads what screen readers get: the language, whether all content is tagged, and the elements of each page. */
export const structureOfPdf = async (bytes: Uint8Array) => {
  const document = await open(bytes);
  const { info } = await document.getMetadata();
  const pages = Array.from({ length: document.numPages }, async (_, index) => {
    const tree = (await (await document.getPage(index + 1)).getStructTree()) as StructureNode | null;
    return tree ? flatten(tree).filter(({ role }) => role !== undefined) : [];
  });
  return {
    language: (info as { Language?: string }).Language,
    isMarked: (await document.getMarkInfo())?.Marked,
    pages: await Promise.all(pages),
  };
};
