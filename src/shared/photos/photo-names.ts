/** A product or variant, with the codes by which the name of a photo can mean it: its SKU, or the handle of a product. */
export type NamedTarget = { productId: string; variantId: string | null; code: string };

type Token = { text: string; start: number; end: number };

const isNumber = ({ text }: Token): boolean => /^\p{N}+$/u.test(text);
/** Photos of one product are numbered with up to three digits; longer numbers come from cameras and dates. */
const isOrder = (token: Token): boolean => isNumber(token) && token.text.length <= 3;

/** Words for the view or the processing of a photo, which say nothing about the product. */
const viewWords = new Set(
  `back bottom closeup copy cropped detail edit edited final front hero hires image img left main packshot photo pic picture
  print retouched right scaled shot side top view web`.split(/\s+/),
);

/** Letters and digits that are at least part of a SKU; shorter ones are found by chance. */
const minKeyLength = 3;
const maxTokens = 16;

const normalize = (text: string): string => text.normalize('NFC').toLowerCase();

const tokenize = (text: string): Token[] =>
  Array.from(normalize(text).matchAll(/\p{L}+|\p{N}+/gu), ({ 0: found, index }) => ({
    text: found,
    start: index,
    end: index + found.length,
  })).slice(0, maxTokens);

/** The letters and digits of a code, as the database compares them too (`skuKey` of the server). */
const toPhotoKey = (text: string): string =>
  tokenize(text)
    .map((token) => token.text)
    .join('');

/** The name of a file without its extension, the size in pixels that some programs add, and the number of a copy. */
const toStem = (name: string): string =>
  name
    .replace(/\.[a-z0-9]{2,4}$/i, '')
    .replace(/[-_ ]\d{2,5}x\d{2,5}$/i, '')
    .replace(/ - copy$/i, '');

/** The file and its folder, which is named after the product in some shoots. */
const splitPath = (path: string): { stem: string; folder: string } => {
  const parts = path.split('/');
  return { stem: toStem(parts.at(-1) ?? ''), folder: parts.at(-2) ?? '' };
};

type Run = { tokens: readonly Token[]; from: number; to: number; key: string };

const listRuns = (tokens: readonly Token[]): Run[] =>
  tokens.flatMap((_, from) =>
    tokens.slice(from).map((_token, length) => {
      const run = tokens.slice(from, from + length + 1);
      return { tokens: run, from, to: from + run.length, key: run.map(({ text }) => text).join('') };
    }),
  );

/** Handles are words with hyphens; letters and digits that touch in the name touch in the handle. */
const toHandle = ({ tokens }: Run): string =>
  tokens
    .map(({ text, start }, index) => (index > 0 && start > (tokens[index - 1]?.end ?? 0) ? `-${text}` : text))
    .join('');

/** Everything in a file's path that can be a code: keys of SKUs, handles, and numbers of barcodes. */
export const listPhotoCodes = (path: string): { keys: string[]; handles: string[]; gtins: string[] } => {
  const { stem, folder } = splitPath(path);
  const runs = [stem, folder]
    .flatMap((text) => listRuns(tokenize(text)))
    .filter(({ key }) => key.length >= minKeyLength);
  return {
    keys: [...new Set(runs.map(({ key }) => key))],
    handles: [...new Set(runs.map(toHandle))],
    gtins: [...new Set(runs.filter(({ tokens }) => tokens.length === 1).map(({ key }) => key))].filter((key) =>
      /^(\d{8}|\d{12,14})$/.test(key),
    ),
  };
};

type Fit = { target: NamedTarget; run: Run; isAligned: boolean; isLiteral: boolean };

/** Whether the code has its separators where the name has some: "GLD-BK-5" in "gld_bk_5", but not in "gldbk_5". */
const isAligned = (code: string, { tokens }: Run): boolean => {
  const own = tokenize(code);
  return own.length === tokens.length && own.every(({ text }, index) => text === tokens[index]?.text);
};

const isInside = (inner: Run, outer: Run): boolean =>
  inner !== outer && inner.from >= outer.from && inner.to <= outer.to && inner.key.length < outer.key.length;

const overlaps = (one: Run, other: Run): boolean => one.from < other.to && other.from < one.to;

const findFits = (
  text: string,
  tokens: readonly Token[],
  targets: ReadonlyMap<string, readonly NamedTarget[]>,
): Fit[] =>
  listRuns(tokens).flatMap((run) =>
    (run.key.length < minKeyLength ? [] : (targets.get(run.key) ?? [])).map((target) => ({
      target,
      run,
      isAligned: isAligned(target.code, run),
      isLiteral: normalize(text).slice(run.tokens[0]?.start, run.tokens.at(-1)?.end).includes(normalize(target.code)),
    })),
  );

const isSameTarget = (one: NamedTarget, other: NamedTarget): boolean =>
  one.productId === other.productId && one.variantId === other.variantId;

/**
 * Leaves out the fits that a better one explains. "PEN-RED-2" with the SKUs PEN-RED and PEN-RED-2 keeps both, because the 2
 * may be the number of the picture.
 */
const selectFits = (fits: readonly Fit[], tokens: readonly Token[]): Fit[] => {
  const aligned = fits.filter(
    (fit) => fit.isAligned || !fits.some((other) => other.isAligned && overlaps(other.run, fit.run)),
  );
  return aligned.filter(
    (fit) =>
      !aligned.some((longer) => {
        if (!isInside(fit.run, longer.run)) return false;
        const extra = longer.run.tokens.filter((token) => !fit.run.tokens.includes(token));
        const isNumbered = tokens.slice(longer.run.to).some(isOrder);
        const isVariantOfIt = longer.target.productId === fit.target.productId && longer.isLiteral;
        return !extra.every(isOrder) || isNumbered || isVariantOfIt;
      }),
  );
};

/** Whether the rest of the name leaves no doubt that the code isn't there by chance. */
const isCertain = ({ run }: Fit, tokens: readonly Token[]): boolean => {
  const rest = tokens.filter((token) => !run.tokens.includes(token));
  const isOnlyDigits = run.tokens.every(isNumber);
  // IMG_4711 comes from a camera, even if there is a SKU 4711.
  if (isOnlyDigits) return rest.every(isOrder);
  if (rest.every((token) => isOrder(token) || viewWords.has(token.text))) return true;
  return run.from === 0 && run.key.length >= 5 && run.tokens.some(isNumber);
};

/** The number in the order of a product's pictures. */
const findOrder = (tokens: readonly Token[], run: Run | undefined): number | null => {
  const after = tokens.slice(run?.to ?? 0).find(isOrder);
  const before = run && tokens.slice(0, run.from).findLast(isOrder);
  const found = after ?? before;
  return found ? Number(found.text) : null;
};

export type NameMatch = { targets: NamedTarget[]; order: number | null; isSure: boolean };

const matchText = (text: string, targets: ReadonlyMap<string, readonly NamedTarget[]>): NameMatch => {
  const tokens = tokenize(text);
  const fits = selectFits(findFits(text, tokens, targets), tokens).sort(
    (one, other) => other.run.key.length - one.run.key.length,
  );
  const distinct = fits.filter(
    (fit, index) => fits.findIndex(({ target }) => isSameTarget(target, fit.target)) === index,
  );
  const [best] = distinct;
  return {
    targets: distinct.map(({ target }) => target),
    order: findOrder(tokens, best?.run),
    isSure: best !== undefined && distinct.length === 1 && isCertain(best, tokens),
  };
};

/**
 * Finds the products and variants that the name of a photo means, the best first. It is sure only of a single one whose code
 * can't be there by chance. The name of the folder counts if the file's own name means nothing.
 */
export const matchPhotoName = (path: string, targets: readonly NamedTarget[]): NameMatch => {
  const byKey = new Map<string, NamedTarget[]>();
  for (const target of targets) {
    const key = toPhotoKey(target.code);
    byKey.set(key, [...(byKey.get(key) ?? []), target]);
  }
  const { stem, folder } = splitPath(path);
  const own = matchText(stem, byKey);
  const above = matchText(folder, byKey);
  if (own.targets.length === 0) return { ...above, order: own.order };
  const isContradicted =
    above.isSure && !above.targets.some(({ productId }) => productId === own.targets[0]?.productId);
  return { ...own, isSure: own.isSure && !isContradicted };
};
