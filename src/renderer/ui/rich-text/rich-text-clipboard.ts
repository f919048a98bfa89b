import Quill, { Delta, type Range } from 'quill';
import Clipboard from 'quill/modules/clipboard.js';
import { isNoticeable } from '#shared/rich-text-removals.ts';
import { removeEventHandlers } from './remove-event-handlers.ts';
import { formats } from './rich-text-blots.ts';
import { serialize } from './rich-text-dom.ts';
import { prepareForEditor, toOneLine } from './rich-text-for-editor.ts';
import { readEditorHtml } from './rich-text-html.ts';
import { downscaleInlineImages, hasInlineImages } from './rich-text-image.ts';
import { cleanPasted } from './rich-text-pasted.ts';
import { findRemovals, sanitizeRichText } from './sanitize-rich-text.ts';

const toHtmlLines = (text: string): string => {
  const element = document.createElement('p');
  text.split(/\r?\n/).forEach((line, index) => {
    if (index > 0) element.append(document.createElement('br'));
    element.append(line);
  });
  return element.outerHTML;
};

const findUnsupported = (body: HTMLElement): string[] => {
  const hasMerged = [...body.querySelectorAll('td, th')].some(
    (cell) => cell instanceof HTMLTableCellElement && (cell.colSpan > 1 || cell.rowSpan > 1),
  );
  return [...findRemovals(body).filter(isNoticeable), ...(hasMerged ? ['merged table cells'] : [])];
};

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
    return this.convertHTML(removeEventHandlers(html));
  }

  override onCopy(range: Range, isCut: boolean): { html: string; text: string } {
    const copy = new Quill(document.createElement('div'), { formats });
    copy.setContents(this.quill.getContents(range.index, range.length));
    return { html: readEditorHtml(copy.root), text: super.onCopy(range, isCut).text };
  }

  override onPaste(range: Range, { text, html }: { text?: string; html?: string }): void {
    if (html && hasInlineImages(html))
      void downscaleInlineImages(html).then((scaled) => this.paste(range, { text, html: scaled }));
    else this.paste(range, { text, html });
  }

  override convert(
    { html, text }: { html?: string; text?: string },
    current: Record<string, unknown> = {},
  ): Delta {
    this.isInTableCell = current.table !== undefined;
    const source = html || (this.isInTableCell && text ? toHtmlLines(text) : undefined);
    return super.convert({ html: source && removeEventHandlers(source), text }, current);
  }

  protected override normalizeHTML(document: Document): void {
    super.normalizeHTML(document);
    const { body } = document;
    if (this.isPasting) {
      cleanPasted(body);
      this.unsupported = findUnsupported(body);
    }
    body.innerHTML = sanitizeRichText(serialize(body));
    if (this.isInTableCell) toOneLine(body);
    prepareForEditor(body);
  }

  private paste(range: Range, content: { text?: string; html?: string }): void {
    const { quill } = this;
    this.isPasting = true;
    this.unsupported = [];
    const pasted = this.convert(content, quill.getFormat(range.index));
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
