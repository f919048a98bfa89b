import Quill from 'quill';
import { richTextPolicy } from '#shared/rich-text.ts';
import 'quill/dist/quill.core.css';

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

Quill.register({ 'formats/image': PolicyImage }, true);

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
