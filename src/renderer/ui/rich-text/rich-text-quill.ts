import Quill, { Delta, type Range } from 'quill';
import Clipboard from 'quill/modules/clipboard.js';
import { richTextPolicy } from '#shared/rich-text.ts';
import 'quill/dist/quill.core.css';
import { holdsPictures, scaleDownPictures } from './rich-text-image.ts';
import { removeEventHandlers } from './sanitize-rich-text.ts';

type ImageBlot = { new (): object; create: (url: string) => Element; sanitize: (url: string) => string };

const BaseImage = Quill.import('formats/image') as ImageBlot;

/** Quill knows http and data; the app's own uploads may lie on another scheme, and no other site is asked. */
class PolicyImage extends BaseImage {
  static override create(url: string): Element {
    // biome-ignore lint/complexity/noThisInStatic: the base must build the node for this class, with its `sanitize`
    const image = super.create(url);
    // Described by `alt` where that is known, else marked as decoration.
    image.setAttribute('alt', '');
    return image;
  }

  static override sanitize(url: string): string {
    return richTextPolicy.imageSources.test(url) ? url : '';
  }
}

const paperColors =
  /([;"'\s])(?:color\s*:\s*(?:windowtext|black|auto|#0{3}(?:0{3})?|rgb\(0,\s*0,\s*0\))|background(?:-color)?\s*:\s*(?:white|window|transparent|#f{3}(?:f{3})?|rgb\(255,\s*255,\s*255\)))\s*(?=[;"'])/gi;

/** Black on white is what a text has by itself; said expressly, as Word does, it could not be read in the dark. */
const withoutPaperColors = (html: string): string =>
  html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(paperColors, '$1'));

/** What is pasted goes through here. */
class QuietClipboard extends Clipboard {
  override onPaste(range: Range, { text, html }: { text?: string; html?: string }): void {
    const paste = (clean?: string) =>
      super.onPaste(range, { ...(text && { text }), ...(clean && { html: clean }) });
    const plain = html && withoutPaperColors(html);
    if (plain && holdsPictures(plain)) void scaleDownPictures(plain).then(paste);
    else paste(plain);
  }

  override convert(content: { html?: string; text?: string }, formats?: Record<string, unknown>): Delta {
    return super.convert({ ...content, html: content.html && removeEventHandlers(content.html) }, formats);
  }
}

Quill.register({ 'formats/image': PolicyImage, 'modules/clipboard': QuietClipboard }, true);

/** A picture from elsewhere is left out: it could not be kept, and showing it would ask another site. */
const dropForeignPicture = (node: Node, delta: Delta): Delta =>
  node instanceof Element && richTextPolicy.imageSources.test(node.getAttribute('src') ?? '')
    ? delta
    : new Delta();

/** What the toolbar offers, and so what may come into a text by pasting. */
const formats = [
  ...['header', 'bold', 'italic', 'underline', 'strike', 'list', 'indent', 'align', 'size', 'font'],
  ...['color', 'background', 'link', 'image', 'script', 'direction', 'blockquote'],
];

/** An editor in `container`. `onFiles` gets pictures that were pasted or dropped, `onLink` the shortcut for links. */
export const createQuill = ({
  container,
  onFiles,
  onLink,
}: {
  container: HTMLElement;
  onFiles: (index: number, files: File[]) => void;
  onLink: () => void;
}): Quill =>
  new Quill(container, {
    formats,
    modules: {
      clipboard: { matchers: [['img', dropForeignPicture]] },
      keyboard: {
        bindings: {
          // The Tab key leaves the editor, as it leaves every other field.
          tab: null,
          'remove tab': null,
          indent: null,
          outdent: null,
          link: { key: 'k', shortKey: true, handler: onLink },
        },
      },
      uploader: {
        mimetypes: ['image/png', 'image/jpeg', 'image/webp', 'image/gif'],
        handler: ({ index }: { index: number }, files: File[]) => onFiles(index, files),
      },
    },
  });

export type { default as Quill } from 'quill';
