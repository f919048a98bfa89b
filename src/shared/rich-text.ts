/** What formatted text may hold, as data: the server sanitises with it at write, the renderer at render. */
export const richTextPolicy = {
  tags: [
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'blockquote', 'pre', 'code', 'hr', 'div', 'span'],
    ...['strong', 'b', 'em', 'i', 'u', 's', 'strike', 'del', 'ins', 'sub', 'sup'],
    ...['ol', 'ul', 'li', 'a', 'img'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  /** By tag; `*` goes for every tag. `class` and `style` are narrowed further below. */
  attributes: {
    '*': ['class', 'style', 'dir'],
    a: ['href', 'target', 'rel', 'title'],
    img: ['src', 'alt', 'width', 'height'],
    li: ['data-list'],
    ol: ['start'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan'],
  },
  /** The only CSS properties, and what their values may look like: colours and keywords, never url(). */
  styles: ['color', 'background-color', 'text-align'],
  styleValue: /^(?:#[0-9a-f]{3,8}|(?:rgb|hsl)a?\([\d\s.,%/]{1,60}\)|[a-z]{1,30})$/i,
  /** Classes by which the editor marks alignment, indent, size, font and direction. */
  classPattern: /^ql-(?:align|indent|size|font|direction)-[a-z0-9]{1,20}$/,
  linkSchemes: ['https', 'http', 'mailto', 'tel'],
  /** A link goes to another place, never to a script: an absolute address of one of `linkSchemes`. */
  linkTarget: /^(?:https?:\/\/|mailto:|tel:)/i,
  /** An image is inside the text or among the stored uploads: showing a text asks no other site for anything. */
  imageSources: /^(?:data:image\/(?:png|jpeg|gif|webp);base64,[a-z0-9+/=\s]*|\/uploads\/\w[\w.-]*)$/i,
  /** What every link carries. */
  linkRel: 'noopener noreferrer',
  linkTargetFrame: '_blank',
} as const satisfies {
  tags: readonly string[];
  attributes: Record<string, readonly string[]>;
  [name: string]: unknown;
};
