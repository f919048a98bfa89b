import fc from 'fast-check';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\u00a0', '&nbsp;');

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'é', '7', '&', '<', '"', '\u00a0', '語', '🖋'),
  minLength: 1,
  maxLength: 5,
});
const words = fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => escapeHtml(list.join(' ')));

const openTags = [
  ...['strong', 'em', 'u', 's', 'del', 'ins', 'sub', 'sup', 'code', 'mark', 'small', 'kbd'],
  ...['span style="color: red"', 'span style="background-color: rgb(255, 243, 163)"'],
  ...[
    'span class="ql-size-large"',
    'span class="ql-font-serif"',
    'span lang="fr"',
    'a href="https://example.com/a?b=1&amp;c"',
  ],
];
const wrap = (openTag: string, content: string): string => `<${openTag}>${content}</${openTag.split(' ')[0]}>`;

const image = fc.constantFrom(
  '<img src="/uploads/pen.png" alt="A pen">',
  '<img src="data:image/png;base64,iVBORw0KGgo=" alt="" width="20" height="10">',
  '<img src="/uploads/ink.png" alt="" width="50%">',
);

const inlinePart = fc.oneof(
  { weight: 6, arbitrary: words },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...openTags), words).map(([tag, text]) => wrap(tag, text)),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...openTags), fc.constantFrom(...openTags), words, words)
      .filter(([outer, inner]) => outer !== inner && !(outer.startsWith('su') && inner.startsWith('su')))
      .map(([outer, inner, before, text]) => wrap(outer, `${before} ${wrap(inner, text)}`)),
  },
  { weight: 1, arbitrary: fc.constant('<br>') },
  { weight: 1, arbitrary: image },
);

// Ends with a word, because a trailing line break is invisible.
const inline = fc
  .tuple(fc.array(inlinePart, { maxLength: 4 }), words)
  .map(([parts, last]) => [...parts, last].join(' '));

const blockClass = fc.constantFrom(
  ...['', '', '', ' class="ql-align-center"', ' class="ql-align-right ql-direction-rtl"'],
);
const block = (tag: string) =>
  fc.tuple(blockClass, inline).map(([attributes, content]) => `<${tag}${attributes}>${content}</${tag}>`);

const { list } = fc.letrec<{ list: string }>((tie) => ({
  list: fc
    .tuple(
      fc.constantFrom('ul', 'ol', 'ol start="5"'),
      // Quill indents up to nine levels.
      fc.array(fc.tuple(inline, fc.option(tie('list'), { nil: '', freq: 3, maxDepth: 7, depthIdentifier: 'list' })), {
        minLength: 1,
        maxLength: 3,
      }),
    )
    .map(([tag, items]) => wrap(tag, items.map(([text, nested]) => `<li>${text}${nested}</li>`).join(''))),
}));

const checklist = fc
  .array(fc.tuple(fc.constantFrom('checked', 'unchecked'), inline), { minLength: 1, maxLength: 3 })
  .map((items) => `<ul>${items.map(([state, text]) => `<li data-list="${state}">${text}</li>`).join('')}</ul>`);

const table = fc
  .tuple(
    fc.integer({ min: 1, max: 3 }),
    fc.integer({ min: 1, max: 3 }),
    fc.boolean(),
    fc.array(inline, { minLength: 9, maxLength: 9 }),
  )
  .map(([rows, columns, hasHeader, texts]) => {
    const row = (index: number, tag: string) =>
      `<tr>${Array.from({ length: columns }, (_, column) => `<${tag}>${texts[index * 3 + column]}</${tag}>`).join('')}</tr>`;
    const body = Array.from({ length: rows }, (_, index) => row(index, 'td')).slice(hasHeader ? 1 : 0);
    const head = hasHeader ? `<thead>${row(0, 'th')}</thead>` : '';
    return `<table>${head}${body.length > 0 ? `<tbody>${body.join('')}</tbody>` : ''}</table>`;
  });

const codeLine = fc.string({ unit: fc.constantFrom('x', ' ', '{', '<', '&', '=', '\t'), maxLength: 8 });
const code = fc
  .array(codeLine, { minLength: 1, maxLength: 4 })
  .map((lines) => lines.join('\n'))
  .filter((text) => text.trim() !== '' && !text.endsWith('\n'))
  .map((text) => `<pre>${text.startsWith('\n') ? '\n' : ''}${escapeHtml(text)}</pre>`);

const quote = fc
  .array(block('p'), { minLength: 1, maxLength: 3 })
  .map((paragraphs) => `<blockquote>${paragraphs.join('')}</blockquote>`);

const anyBlock = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('p', 'h1', 'h2', 'h6').chain(block) },
  { weight: 2, arbitrary: list },
  ...[checklist, table, code, quote, fc.constant('<hr>'), fc.constant('<p><br></p>')].map((arbitrary) => ({
    weight: 1,
    arbitrary,
  })),
);

/** Any text that the editor supports. Tables are never adjacent, as the editor would join them. */
export const supportedDocuments = fc
  .array(anyBlock, { minLength: 1, maxLength: 6 })
  .map((blocks) =>
    blocks
      .flatMap((html, index) =>
        html.startsWith('<table') && blocks[index - 1]?.startsWith('<table') ? ['<p>between</p>', html] : [html],
      )
      .join(''),
  );
