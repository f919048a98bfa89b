// biome-ignore-all lint/complexity/noThisInStatic: the base builds the node for the derived class, with its `sanitize`
import Quill, { Parchment } from 'quill';
import { BlockEmbed } from 'quill/blots/block.js';
import Embed from 'quill/blots/embed.js';
import Inline from 'quill/blots/inline.js';
import { richTextPolicy } from '#shared/rich-text.ts';
import { undescribed } from './sanitize-rich-text.ts';

export const headerRoles = { column: 'columnheader', row: 'rowheader' } as const;

type ImageBlot = {
  new (): { domNode: HTMLElement; format(name: string, value: unknown): void };
  create: (url: string) => Element;
  sanitize: (url: string) => string;
};

const BaseImage = Quill.import('formats/image') as ImageBlot;

// Replaces Quill's own URL check: uploads may have a different scheme, and images of other sites are rejected.
class SafeImage extends BaseImage {
  static override create(url: string): Element {
    const image = super.create(url);
    image.setAttribute('aria-label', undescribed);
    return image;
  }

  // An empty description marks a decorative image, without any the author hasn’t decided.
  override format(name: string, value: unknown): void {
    if (name !== 'alt') super.format(name, value);
    else if (typeof value === 'string') {
      this.domNode.setAttribute('alt', value);
      this.domNode.removeAttribute('aria-label');
    } else {
      this.domNode.removeAttribute('alt');
      this.domNode.setAttribute('aria-label', undescribed);
    }
  }

  static override sanitize(url: string): string {
    return richTextPolicy.imageSources.test(url) ? url : '';
  }
}

class Divider extends BlockEmbed {
  static override blotName = 'divider';
  static override tagName = 'HR';
}

// Line break within a paragraph, which Quill doesn't support.
class LineBreak extends Embed {
  static override blotName = 'line-break';
  static override tagName = 'SPAN';
  static override className = 'ql-line-break';

  static override create(value: unknown): HTMLElement {
    const node = super.create(value) as HTMLElement;
    node.append(document.createElement('br'));
    return node;
  }

  html(): string {
    return '<br>';
  }
}

const inlineTags = ['del', 'ins', 'mark', 'small', 'kbd'] as const;

const inlineBlots = inlineTags.map((tag) => {
  class TagBlot extends Inline {
    static override blotName: string = tag;
    static override tagName: string = tag.toUpperCase();
  }
  return TagBlot;
});

const { Attributor, Scope } = Parchment;

// Marks the first line of a list, quotation or code block that Quill would join with the previous one.
class StartAttributor extends Attributor {
  override add(node: HTMLElement, value: string): boolean {
    node.style.setProperty('--start', value);
    return super.add(node, value);
  }

  override remove(node: HTMLElement): void {
    node.style.removeProperty('--start');
    super.remove(node);
  }
}

const blockAttributors = [
  new StartAttributor('start', 'data-start', { scope: Scope.BLOCK }),
  new Attributor('table-header', 'role', { scope: Scope.BLOCK, whitelist: Object.values(headerRoles) }),
  new Attributor('scope', 'scope', { scope: Scope.BLOCK, whitelist: ['col', 'row', 'colgroup', 'rowgroup'] }),
];

const language = new Attributor('lang', 'lang', { scope: Scope.INLINE });

Quill.register(
  {
    'formats/image': SafeImage,
    'formats/divider': Divider,
    'formats/line-break': LineBreak,
    'formats/lang': language,
    ...Object.fromEntries(inlineBlots.map((blot) => [`formats/${blot.blotName}`, blot])),
    ...Object.fromEntries(blockAttributors.map((attributor) => [`formats/${attributor.attrName}`, attributor])),
  },
  true,
);

/** All formats that the editor accepts, whether from the toolbar, a paste or a stored text. */
export const formats = [
  ...'header bold italic underline strike list indent align size font color background link image'.split(' '),
  ...['script', 'direction', 'blockquote', 'code', 'code-block', 'table', 'divider', 'line-break', 'lang'],
  ...[...inlineTags, ...blockAttributors.map(({ attrName }) => attrName)],
];
