import { inflateSync } from 'node:zlib';

type PdfObject = { dictionary: string; stream: Buffer | null };

/** Reads the objects of a PDF whose dictionaries are plain, as pdfkit writes them. */
export const parsePdf = (bytes: Uint8Array) => {
  const file = Buffer.from(bytes);
  const text = file.toString('latin1');
  const objects = new Map<number, PdfObject>();
  for (const match of text.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const end = text.indexOf('\nendobj', start);
    const streamStart = text.indexOf('\nstream\n', start);
    const hasStream = streamStart > 0 && streamStart < end;
    const dictionary = text.slice(start, hasStream ? streamStart : end);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1]);
    const from = streamStart + '\nstream\n'.length;
    objects.set(Number(match[1]), { dictionary, stream: hasStream ? file.subarray(from, from + length) : null });
  }
  const get = (id: number | undefined): PdfObject => objects.get(id ?? 0) ?? { dictionary: '', stream: null };
  const content = ({ dictionary, stream }: PdfObject): string => {
    if (!stream) return '';
    return (dictionary.includes('/FlateDecode') ? inflateSync(stream) : stream).toString('latin1');
  };
  const refs = (value: string): number[] => [...value.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));
  const ofType = (type: string): [number, PdfObject][] =>
    [...objects].filter(([, { dictionary }]) => new RegExp(`/Type /${type}\\b`).test(dictionary));
  /** The text of a value: up to the bracket that closes it, or of one line. */
  const entry = (dictionary: string, name: string): string => {
    const at = new RegExp(`/${name}(?=[ \\[(<])`).exec(dictionary);
    if (!at) return '';
    const rest = dictionary.slice(at.index + at[0].length).trimStart();
    if (rest.startsWith('[')) {
      let depth = 0;
      for (let index = 0; index < rest.length; index += 1) {
        if (rest[index] === '[') depth += 1;
        if (rest[index] === ']') depth -= 1;
        if (depth === 0) return rest.slice(0, index + 1);
      }
    }
    return rest.split('\n')[0] ?? '';
  };
  const root = get(refs(/trailer[\s\S]*?\/Root (\d+ 0 R)/.exec(text)?.[1] ?? '')[0]);
  return { objects, get, content, refs, ofType, entry, root };
};

type Pdf = ReturnType<typeof parsePdf>;

const standardTypes = new Set<string>([
  ...['Document', 'Part', 'Sect', 'H1', 'H2', 'P', 'TOC', 'TOCI'],
  ...['Table', 'TR', 'TH', 'TD', 'Figure', 'Link'],
]);

const allowedParents: Readonly<Record<string, readonly string[]>> = {
  TR: ['Table'],
  TH: ['TR'],
  TD: ['TR'],
  TOCI: ['TOC'],
};

const checkDocument = ({ root, get, content, refs, entry }: Pdf): string[] => {
  const metadata = content(get(refs(entry(root.dictionary, 'Metadata'))[0]));
  const markInfo = get(refs(entry(root.dictionary, 'MarkInfo'))[0]).dictionary;
  const preferences = entry(root.dictionary, 'ViewerPreferences');
  const shown = refs(preferences).length > 0 ? get(refs(preferences)[0]).dictionary : root.dictionary;
  const outlines = get(refs(entry(root.dictionary, 'Outlines'))[0]).dictionary;
  return [
    ...(/\/Lang \(/.test(root.dictionary) ? [] : ['no language']),
    ...(/\/Marked true/.test(markInfo) ? [] : ['not marked as tagged']),
    ...(/\/DisplayDocTitle true/.test(shown) ? [] : ['the title isn’t shown']),
    ...(/pdfuaid:part>1</.test(metadata) ? [] : ['not declared as PDF/UA-1']),
    ...(/<dc:title>/.test(metadata) ? [] : ['no title in the metadata']),
    ...(/\/First \d+ 0 R/.test(outlines) ? [] : ['no bookmarks']),
  ];
};

/** Marked content ids of a page. Reports content outside of tags and artifacts. */
const checkContent = (stream: string, problems: string[], page: number): Set<number> => {
  const ids = new Set<number>();
  let depth = 0;
  // Each property of marked content has its own line.
  const lines = stream.replace(/<<\n([^>]*)\n>> BDC/g, '<< $1 >> BDC').split('\n');
  for (const line of lines) {
    if (/\b(?:BDC|BMC)\s*$/.test(line)) {
      if (depth > 0) problems.push(`page ${page}: nested marked content`);
      depth += 1;
      const id = /\/MCID (\d+)/.exec(line)?.[1];
      if (id !== undefined) ids.add(Number(id));
      else if (!line.startsWith('/Artifact')) problems.push(`page ${page}: content without an id: ${line}`);
    } else if (/^EMC\b/.test(line)) depth -= 1;
    else if (depth === 0 && /(?:^|\s)(?:Tj|TJ|Do|f\*?|S|s|B|b|sh)$/.test(line))
      problems.push(`page ${page}: untagged content: ${line}`);
  }
  if (depth !== 0) problems.push(`page ${page}: unbalanced marked content`);
  return ids;
};

const checkPages = (pdf: Pdf, problems: string[]): Map<number, Set<number>> => {
  const { ofType, refs, entry, get, content } = pdf;
  const idsOf = new Map<number, Set<number>>();
  for (const [index, [id, { dictionary }]] of ofType('Page').entries()) {
    if (!/\/Tabs \/S\b/.test(dictionary)) problems.push(`page ${index + 1}: no tab order`);
    const streams = refs(entry(dictionary, 'Contents')).map((each) => content(get(each)));
    idsOf.set(id, checkContent(streams.join('\n'), problems, index + 1));
    for (const annotation of refs(entry(dictionary, 'Annots'))) {
      const link = get(annotation).dictionary;
      if (!/\/Contents \(/.test(link)) problems.push(`page ${index + 1}: a link without a description`);
      if (!/\/StructParent \d+/.test(link)) problems.push(`page ${index + 1}: a link outside of the structure`);
    }
  }
  return idsOf;
};

const checkFonts = ({ ofType, refs, entry, get }: Pdf): string[] =>
  ofType('Font').flatMap(([, { dictionary }]) => {
    if (!dictionary.includes('/Subtype /Type0'))
      return dictionary.includes('/CIDFont') ? [] : ['a font that isn’t embedded'];
    const [descendant] = refs(entry(dictionary, 'DescendantFonts'));
    const [descriptor] = refs(entry(get(descendant).dictionary, 'FontDescriptor'));
    return [
      ...(/\/FontFile[23] \d+ 0 R/.test(get(descriptor).dictionary) ? [] : ['a font that isn’t embedded']),
      ...(/\/ToUnicode \d+ 0 R/.test(dictionary) ? [] : ['a font without its characters']),
    ];
  });

/** Checks the tree of the structure, and that it contains all content of the pages. */
const checkStructure = (pdf: Pdf, contentIds: Map<number, Set<number>>): string[] => {
  const { root, get, refs, entry } = pdf;
  const problems: string[] = [];
  let heading = 0;
  const visit = (id: number, parent: string): void => {
    const { dictionary } = get(id);
    const type = /\/S \/(\w+)/.exec(dictionary)?.[1] ?? '';
    if (!standardTypes.has(type)) problems.push(`the type ${type} isn’t a standard one`);
    if (allowedParents[type]?.includes(parent) === false) problems.push(`${type} in ${parent}`);
    if (type === 'Figure' && !/\/Alt \([^)]/.test(dictionary)) problems.push('a figure without an alternative text');
    if (type === 'Figure' && !/\/BBox \[/.test(dictionary)) problems.push('a figure without a box');
    if (type === 'TH' && !/\/Scope \/Column/.test(dictionary)) problems.push('a header cell without a scope');
    const level = Number(/^H(\d)$/.exec(type)?.[1] ?? heading);
    if (level > heading + 1) problems.push(`${type} after H${heading}`);
    heading = level;
    const kids = entry(dictionary, 'K');
    if (type === 'Link' && !kids.includes('/OBJR')) problems.push('a link without its annotation');
    const page = refs(entry(dictionary.slice(2).replace(/<<[^<>]*>>/g, ''), 'Pg'))[0];
    for (const [part] of kids.matchAll(/<<[^<>]*\/OBJR[^<>]*>>/g)) {
      const [annotation, onPage] = [refs(entry(part, 'Obj'))[0], refs(entry(part, 'Pg'))[0]];
      if (!refs(entry(get(onPage).dictionary, 'Annots')).includes(annotation ?? 0))
        problems.push('a link whose annotation is on another page');
    }
    const ownIds = kids.replace(/\d+ 0 R/g, '').replace(/<<[\s\S]*?>>/g, '');
    for (const [number] of ownIds.matchAll(/\d+/g)) contentIds.get(page ?? 0)?.delete(Number(number));
    for (const [part] of kids.matchAll(/<<[\s\S]*?>>/g)) {
      const content = /\/MCID (\d+)/.exec(part)?.[1];
      const onPage = refs(entry(part, 'Pg'))[0] ?? page;
      if (content !== undefined) contentIds.get(onPage ?? 0)?.delete(Number(content));
    }
    for (const child of refs(kids.replace(/<<[\s\S]*?>>/g, ''))) visit(child, type);
  };
  const tree = get(refs(entry(root.dictionary, 'StructTreeRoot'))[0]).dictionary;
  for (const child of refs(entry(tree, 'K'))) visit(child, '');
  const lost = [...contentIds.values()].reduce((sum, { size }) => sum + size, 0);
  return lost > 0 ? [...problems, `${lost} parts of content aren’t in the structure`] : problems;
};

/**
 * Returns what makes a PDF of ours inaccessible, by the machine-checkable rules of PDF/UA-1 (Matterhorn protocol) that
 * concern it. It doesn't check colour contrast, the order of reading, or the inner tables of fonts.
 */
export const findAccessibilityProblems = (bytes: Uint8Array): string[] => {
  const pdf = parsePdf(bytes);
  const problems = checkDocument(pdf);
  const contentIds = checkPages(pdf, problems);
  return [...new Set([...problems, ...checkStructure(pdf, contentIds), ...checkFonts(pdf)])];
};
