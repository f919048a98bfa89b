import Quill, { Delta, type Range } from 'quill';
import Clipboard from 'quill/modules/clipboard.js';
import { isNoticeable } from '#shared/rich-text.ts';
import { formats } from './rich-text-blots.ts';
import { endsWithoutParagraph, serialize } from './rich-text-dom.ts';
import { prepareForEditor, toOneLine } from './rich-text-for-editor.ts';
import { readEditorHtml } from './rich-text-html.ts';
import { downscaleInlineImages, hasInlineImages } from './rich-text-image.ts';
import { contentKinds } from './rich-text-losses.ts';
import { cleanPasted, markListNumbers } from './rich-text-pasted.ts';
import { findRemovals, sanitizeRichText } from './sanitize-rich-text.ts';
import { trackRange } from './track-range.ts';

const flattened = ['merged table cells', 'a table within a table', 'a table in a list or quotation'];

const findUnsupported = (body: HTMLElement): string[] => [
  ...findRemovals(body).filter(isNoticeable),
  ...flattened.filter((kind) => contentKinds.some(([name, selector]) => name === kind && body.querySelector(selector))),
];

// A leading table cell or code block would absorb the text before it.
const startsWithTableOrCode = ({ ops }: Delta): boolean => {
  const { attributes } = ops.find(({ insert }) => typeof insert === 'string' && insert.includes('\n')) ?? {};
  return attributes?.table !== undefined || attributes?.['code-block'] !== undefined;
};

export type PasteOptions = { onUnsupported?: (names: readonly string[]) => void };

/** Converts all loaded and pasted HTML, with whitespace normalized before Quill reads it. */
export class PolicyClipboard extends Clipboard {
  private isPasting = false;
  private unsupported: readonly string[] = [];
  private isInTableCell = false;

  constructor(...[quill, options]: ConstructorParameters<typeof Clipboard>) {
    super(quill, options);
    this.addMatcher(Node.TEXT_NODE, (node) => new Delta().insert(node instanceof Text ? node.data : ''));
  }

  read(html: string): Delta {
    this.isInTableCell = false;
    return this.convertHTML(html);
  }

  override onCopy(range: Range, isCut: boolean): { html: string; text: string } {
    const copy = new Quill(document.createElement('div'), { formats });
    copy.setContents(this.quill.getContents(range.index, range.length));
    return { html: readEditorHtml(copy.root), text: super.onCopy(range, isCut).text };
  }

  override onPaste(range: Range, { text, html }: { text?: string; html?: string }): void {
    if (html && hasInlineImages(html)) {
      const getRange = trackRange(this.quill, range);
      void downscaleInlineImages(html).then((scaled) => this.paste(getRange(), { text, html: scaled }));
    } else this.paste(range, { text, html });
  }

  override convert({ html, text }: { html?: string; text?: string }, current: Record<string, unknown> = {}): Delta {
    this.isInTableCell = current.table !== undefined;
    const cellHtml = this.isInTableCell ? new Option(text).innerHTML.replace(/\r?\n/g, '<br>') : undefined;
    return super.convert({ html: html || cellHtml, text }, current);
  }

  protected override normalizeHTML(document: Document): void {
    const { body } = document;
    if (this.isPasting) markListNumbers(body);
    super.normalizeHTML(document);
    if (this.isPasting) {
      cleanPasted(body);
      this.unsupported = findUnsupported(body);
    }
    body.innerHTML = sanitizeRichText(serialize(body));
    if (this.isInTableCell) toOneLine(body);
    // A place to type after a table or rule.
    if (!this.isPasting && endsWithoutParagraph(body)) body.insertAdjacentHTML('beforeend', '<p><br></p>');
    prepareForEditor(body);
  }

  private paste(range: Range, content: { text?: string; html?: string }): void {
    const { quill } = this;
    this.isPasting = true;
    this.unsupported = [];
    // The line at the end of the selection remains.
    const end = Math.min(range.index + range.length, quill.getLength() - 1);
    const pasted = this.convert(content, quill.getFormat(end));
    this.isPasting = false;
    const [line, offset] = quill.getLine(range.index);
    const preparation = new Delta().retain(range.index).delete(range.length);
    if (offset > 0 && startsWithTableOrCode(pasted)) preparation.insert('\n', line?.formats());
    const delta = preparation.concat(pasted);
    quill.updateContents(delta, 'user');
    quill.setSelection(delta.length() - range.length, 'silent');
    quill.scrollSelectionIntoView();
    (this.options as PasteOptions).onUnsupported?.(this.unsupported);
  }
}
