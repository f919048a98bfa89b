import { type Block, type LayoutTools, styles } from './blocks.ts';
import { lineHeight } from './canvas.ts';
import { createBlocks } from './layouts.ts';
import type { PrintedSection } from './read-products.ts';

type PlacedBlock = { block: Block; y: number };

export type PlannedPage = {
  kind: string;
  blocks: PlacedBlock[];
  /** Title of the section at the top of the page; empty on pages without one. */
  header: string;
  /** Name and bookmark of a section that starts here. */
  starts: { name: string; title: string }[];
};

const placeBlocks = (blocks: readonly Block[], height: number): PlacedBlock[][] => {
  const pages: PlacedBlock[][] = [];
  let page: PlacedBlock[] = [];
  let y = 0;
  let repeated: Block | null = null;
  const startPage = () => {
    page = [];
    pages.push(page);
    y = 0;
  };
  startPage();
  for (const block of blocks) {
    const isFull = y > 0 && y + block.height + (block.keepsWith ?? 0) > height + 16;
    if ((block.startsPage && y > 0) || isFull) {
      startPage();
      if (repeated && block.repeated === undefined) {
        page.push({ block: repeated, y });
        y += repeated.height;
      }
    }
    if (block.repeated !== undefined) repeated = block.repeated;
    page.push({ block, y });
    y += block.height;
  }
  return pages;
};

export type Entry = { text: string; page: number; to: string };

/** Pages of lines with page numbers, in columns. */
export const planEntries = (
  { canvas, frame, parent, design }: LayoutTools,
  {
    title,
    entries,
    columns,
    isLarge = false,
  }: { title: string; entries: readonly Entry[]; columns: number; isLarge?: boolean },
): PlannedPage[] => {
  const style = isLarge ? { ...styles.reading, size: 12 } : styles.body;
  const headingStyle = { ...styles.large, color: design.color };
  const heading = lineHeight(headingStyle) + 16;
  const step = lineHeight(style) + (isLarge ? 8 : 0);
  const rows = Math.floor((frame.height - heading) / step);
  const width = (frame.width - (columns - 1) * 20) / columns;
  const perPage = rows * columns;
  return Array.from({ length: Math.ceil(entries.length / perPage) }, (_, index) => ({
    kind: title,
    header: '',
    starts: index === 0 ? [{ name: title, title }] : [],
    blocks: [
      {
        y: 0,
        block: {
          height: frame.height,
          draw: async ({ y }) => {
            canvas.text(parent, index === 0 ? 'H1' : 'P', [title], { ...frame, y, style: headingStyle });
            const list = canvas.group(parent, 'TOC');
            for (const [at, { text, page, to }] of entries.slice(index * perPage, (index + 1) * perPage).entries()) {
              const item = canvas.group(list, 'TOCI');
              const x = frame.x + Math.floor(at / rows) * (width + 20);
              const top = y + heading + (at % rows) * step;
              const [line = ''] = canvas.fit(text, { width: width - 36, style });
              canvas.link(item, [line], { x, y: top, width: width - 36, style, to });
              canvas.text(item, 'P', [String(page)], { x: x + width - 32, y: top, width: 32, align: 'end', style });
            }
          },
        },
      },
    ],
  }));
};

export const planCover = (
  tools: LayoutTools,
  sections: readonly PrintedSection[],
  page: { width: number; height: number },
): PlannedPage => {
  const { canvas, design, parent, loadPicture: load } = tools;
  const file =
    sections.map(({ image }) => image).find(Boolean) ??
    sections
      .flatMap(({ products }) => products)
      .map(({ image }) => image)
      .find(Boolean);
  const title = { weight: 'bold', size: 44, color: '#ffffff' } as const;
  const subtitle = { weight: 'regular', size: 16, color: '#ffffff' } as const;
  return {
    kind: 'Cover',
    header: '',
    starts: [{ name: 'Cover', title: 'Cover' }],
    blocks: [
      {
        y: 0,
        block: {
          height: 0,
          draw: async () => {
            const split = page.height * 0.58;
            canvas.fill({ x: 0, y: 0, width: page.width, height: page.height }, design.color);
            const box = { x: 0, y: 0, width: page.width, height: split };
            if (file) canvas.picture(parent, await load({ file, alt: '' }, { ...box, isCut: true }), box);
            const inner = { x: 56, width: page.width - 112 };
            const lines = canvas.fit(design.title, { ...inner, style: title, maxLines: 3 });
            const top = split + 56;
            const written = canvas.text(parent, 'H1', lines, { ...inner, y: top, style: title });
            if (design.subtitle) {
              const more = canvas.fit(design.subtitle, { ...inner, style: subtitle, maxLines: 2 });
              canvas.text(parent, 'P', more, { ...inner, y: top + written + 8, style: subtitle });
            }
          },
        },
      },
    ],
  };
};

export const planIntroduction = ({ canvas, design, frame, parent }: LayoutTools): PlannedPage[] => {
  if (!design.introduction) return [];
  const style = { ...styles.reading, size: 13 };
  const width = frame.width * 0.8;
  const step = lineHeight(style);
  const lines = canvas.fit(design.introduction, { width, style, maxLines: 1000 });
  const perPage = Math.floor(frame.height / step);
  return Array.from({ length: Math.ceil(lines.length / perPage) }, (_, index) => ({
    kind: 'Introduction',
    header: '',
    starts: index === 0 ? [{ name: 'Introduction', title: 'Introduction' }] : [],
    blocks: [
      {
        y: 0,
        block: {
          height: frame.height,
          draw: async ({ y }) => {
            canvas.text(parent, 'P', lines.slice(index * perPage, (index + 1) * perPage), {
              x: frame.x,
              y,
              width,
              style,
            });
          },
        },
      },
    ],
  }));
};

/** Name of the place where a section starts. */
export const sectionName = (index: number): string => `Section ${index + 1}`;

/** Lays out the categories one after the other. The head of a page names the one at its top. */
export const planSections = (sections: readonly PrintedSection[], tools: LayoutTools): PlannedPage[] => {
  const starting = new Map<Block, { name: string; title: string }>();
  const blocks = sections.flatMap((section, index) => {
    const created = createBlocks(section, { ...tools, parent: tools.canvas.group(tools.parent, 'Sect') });
    if (created[0]) starting.set(created[0], { name: sectionName(index), title: section.title });
    return created;
  });
  let current = '';
  return placeBlocks(blocks, tools.frame.height).map((placed) => {
    const starts = placed.flatMap(({ block }) => starting.get(block) ?? []);
    const [first] = placed;
    const header = (first && starting.get(first.block)?.title) ?? current;
    current = starts.at(-1)?.title ?? current;
    return { kind: header, header, blocks: placed, starts };
  });
};
