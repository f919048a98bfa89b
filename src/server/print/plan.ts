import {
  type Block,
  describeValidFrom,
  gap,
  type LayoutTools,
  readable,
  ruleColor,
  styles,
  textOn,
  white,
} from './blocks.ts';
import type { PrintedDesign } from './dealers.ts';
import { createBlocks } from './layouts.ts';
import type { PrintedSection } from './read-products.ts';
import { lineHeight } from './text.ts';

type PlacedBlock = { block: Block; y: number; extra: number };

export type PlannedPage = {
  kind: string;
  blocks: PlacedBlock[];
  /** Title of the section at the top of the page; empty on pages without one. */
  header: string;
  /** Name and bookmark of a section that starts here. */
  starts: { name: string; title: string }[];
};

/** Sums of heights aren't exact. */
const tolerance = 0.01;

/** Distributes the rest of a full page among its blocks, if all of them can grow. */
const growBlocks = (page: readonly PlacedBlock[], rest: number): PlacedBlock[] => {
  const extra = page.every(({ block }) => block.canGrow) ? rest / page.length : 0;
  return page.map(({ block, y }, index) => ({ block, y: y + index * extra, extra }));
};

const placeBlocks = (blocks: readonly Block[], height: number): PlacedBlock[][] => {
  const pages: PlacedBlock[][] = [];
  let page: PlacedBlock[] = [];
  let y = 0;
  let bottom = 0;
  let repeated: Block | null = null;
  const place = (block: Block) => {
    page.push({ block, y, extra: 0 });
    bottom = y + block.height;
    y = bottom + (block.space ?? 0);
  };
  const startPage = () => {
    page = [];
    pages.push(page);
    y = 0;
  };
  startPage();
  for (const block of blocks) {
    const isFull = y > 0 && y + block.height + (block.keepsWith ?? 0) > height + tolerance;
    if ((block.startsPage && y > 0) || isFull) {
      if (isFull && block.canGrow) pages[pages.length - 1] = growBlocks(page, height - bottom);
      startPage();
      if (repeated && block.repeated === undefined) place(repeated);
    }
    if (block.repeated !== undefined) repeated = block.repeated;
    place(block);
  }
  return pages;
};

const leadStyle = { ...styles.reading, size: 13 };

export type Entry = { text: string; page: number; to: string };

/** Pages of lines with page numbers, in columns. */
export const planEntries = (
  { canvas, frame, parent, design }: LayoutTools,
  {
    title,
    entries,
    columns,
    isLarge = false,
    lead = [],
  }: { title: string; entries: readonly Entry[]; columns: number; isLarge?: boolean; lead?: readonly string[] },
): PlannedPage[] => {
  const style = isLarge ? { ...styles.reading, size: 12 } : styles.body;
  const headingStyle = { ...styles.large, color: readable(design.color) };
  const leadHeight = lead.length > 0 ? lead.length * lineHeight(leadStyle) + 40 : 0;
  const heading = leadHeight + lineHeight(headingStyle) + 16;
  const step = lineHeight(style) + (isLarge ? 10 : 0);
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
        extra: 0,
        block: {
          height: frame.height,
          draw: ({ y }) => {
            if (index === 0 && lead.length > 0) canvas.text(parent, 'P', lead, { ...frame, y, style: leadStyle });
            const below = y + leadHeight;
            canvas.text(parent, index === 0 ? 'H1' : 'P', [title], { ...frame, y: below, style: headingStyle });
            const list = canvas.group(parent, 'TOC');
            const shown = entries.slice(index * perPage, (index + 1) * perPage);
            const perColumn = Math.ceil(shown.length / columns);
            for (const [at, { text, page, to }] of shown.entries()) {
              const item = canvas.group(list, 'TOCI');
              const x = frame.x + Math.floor(at / perColumn) * (width + 20);
              const top = y + heading + (at % perColumn) * step;
              if (isLarge) canvas.fill({ x, y: top - 5, width, height: 0.5 }, ruleColor);
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

const coverMargin = 56;

/** Below the title: the dealer, and since when the prices apply. */
const listCoverFacts = ({ selection, validFrom }: PrintedDesign): string[] => [
  ...(selection ? [`For ${selection.dealerName}`] : []),
  ...(validFrom ? [describeValidFrom(validFrom)] : []),
];

/** The picture on the cover. */
export const findCoverPicture = ({ cover }: PrintedDesign, sections: readonly PrintedSection[]): string | null =>
  cover ??
  sections.map(({ image }) => image).find(Boolean) ??
  sections
    .flatMap(({ products }) => products)
    .map(({ image }) => image)
    .find(Boolean) ??
  null;

export const planCover = (tools: LayoutTools): PlannedPage => {
  const { canvas, design, parent, logo, sections } = tools;
  const { page } = canvas;
  const file = findCoverPicture(design, sections);
  const color = textOn(design.color);
  const title = { weight: 'bold', size: 44, color } as const;
  const subtitle = { weight: 'regular', size: 16, color } as const;
  const split = page.height * 0.6;
  const box = canvas.withBleed({ x: 0, y: 0, width: page.width, height: split });
  return {
    kind: 'Cover',
    header: '',
    starts: [{ name: 'Cover', title: 'Cover' }],
    blocks: [
      {
        y: 0,
        extra: 0,
        block: {
          height: 0,
          pictures: () => [file ? { file, alt: '', width: box.width, height: box.height, isCut: true } : null],
          draw: (_at, [picture]) => {
            canvas.fill(canvas.withBleed({ x: 0, y: 0, ...page }), design.color);
            if (picture) canvas.picture(parent, picture, box);
            const inner = { x: coverMargin, width: page.width - 2 * coverMargin };
            if (logo) {
              const panel = { x: coverMargin, y: split - 36, width: 160, height: 72 };
              canvas.fill(panel, white);
              canvas.picture(null, logo, { x: panel.x + 14, y: panel.y + 12, width: 132, height: 48 });
            }
            const lines = canvas.fit(design.title, { ...inner, style: title, maxLines: 3 });
            let y = split + (logo ? 64 : 48);
            y += canvas.text(parent, 'H1', lines, { ...inner, y, style: title }) + 8;
            if (design.subtitle) {
              const more = canvas.fit(design.subtitle, { ...inner, style: subtitle, maxLines: 2 });
              canvas.text(parent, 'P', more, { ...inner, y, style: subtitle });
            }
            const facts = listCoverFacts(design);
            const style = { ...subtitle, size: 12 };
            const top = page.height - coverMargin - facts.length * lineHeight(style);
            if (facts.length > 0) {
              canvas.fill({ ...inner, y: top - 14, width: 32, height: 2 }, color);
              canvas.text(parent, 'P', facts, { ...inner, y: top, style });
            }
          },
        },
      },
    ],
  };
};

/** The lines of the introduction, and whether they leave room for the contents on their page. */
export const fitIntroduction = ({ canvas, design, frame, sections }: LayoutTools) => {
  const width = frame.width * 0.85;
  const lines = design.introduction ? canvas.fit(design.introduction, { width, style: leadStyle, maxLines: 1000 }) : [];
  const isLead = design.hasContents && lines.length <= 16 && sections.length <= 12;
  return { lines, isLead };
};

export const planIntroduction = ({ canvas, frame, parent }: LayoutTools, lines: readonly string[]): PlannedPage[] => {
  const style = leadStyle;
  const { width } = frame;
  const perPage = Math.floor(frame.height / lineHeight(style));
  return Array.from({ length: Math.ceil(lines.length / perPage) }, (_, index) => ({
    kind: 'Introduction',
    header: '',
    starts: index === 0 ? [{ name: 'Introduction', title: 'Introduction' }] : [],
    blocks: [
      {
        y: 0,
        extra: 0,
        block: {
          height: frame.height,
          draw: ({ y }) => {
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

/** The title above the first products, if there is no cover. */
const createTitle = ({ canvas, design, frame, parent }: LayoutTools): Block => {
  const title = canvas.fit(design.title, { width: frame.width, style: styles.large, maxLines: 2 });
  const facts = [design.subtitle, ...listCoverFacts(design)].filter(Boolean);
  const height = title.length * lineHeight(styles.large) + facts.length * lineHeight(styles.reading);
  return {
    height,
    space: gap,
    keepsWith: 100,
    draw: ({ y }) => {
      const written = canvas.text(parent, 'H1', title, { ...frame, y, style: styles.large });
      if (facts.length > 0) canvas.text(parent, 'P', facts, { ...frame, y: y + written, style: styles.reading });
    },
  };
};

/** Name of the place where a section starts. */
export const sectionName = (index: number): string => `Section ${index + 1}`;

/** Lays out the categories one after the other. The head of a page names the one at its top. */
export const planSections = (tools: LayoutTools): PlannedPage[] => {
  const starting = new Map<Block, { name: string; title: string }>();
  const ofSections = tools.sections.flatMap((section, index) => {
    const created = createBlocks(section, { ...tools, parent: tools.canvas.group(tools.parent, 'Sect') });
    if (created[0]) starting.set(created[0], { name: sectionName(index), title: section.title });
    return created;
  });
  const blocks = tools.design.hasCover ? ofSections : [createTitle(tools), ...ofSections];
  let current = '';
  return placeBlocks(blocks, tools.frame.height).map((placed) => {
    const starts = placed.flatMap(({ block }) => starting.get(block) ?? []);
    const [first] = placed;
    const header = (first && starting.get(first.block)?.title) ?? current;
    current = starts.at(-1)?.title ?? current;
    return { kind: header, header, blocks: placed, starts };
  });
};
