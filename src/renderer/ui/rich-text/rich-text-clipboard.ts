import { Delta, type Range } from 'quill';
import Clipboard from 'quill/modules/clipboard.js';
import { isNoticeable } from '#shared/rich-text-removals.ts';
import { downscaleInlineImages, hasInlineImages } from './rich-text-image.ts';
import { cleanPasted, markListNumbers } from './rich-text-pasted.ts';
import { noticeableLosses, parseRichText, readRichText } from './rich-text-reader.ts';
import { writeRichText } from './rich-text-writer.ts';
import { findRemovals } from './sanitize-rich-text.ts';
import { trackRange } from './track-range.ts';

// A leading table cell or code block would absorb the text before it.
const startsWithTableOrCode = ({ ops }: Delta): boolean => {
  const { attributes } = ops.find(({ insert }) => typeof insert === 'string' && insert.includes('\n')) ?? {};
  return attributes?.table !== undefined || attributes?.['code-block'] !== undefined;
};

export type PasteOptions = { onUnsupported?: (names: readonly string[]) => void };

/** Copies what would be saved, and pastes what the editor supports. */
export class PolicyClipboard extends Clipboard {
  private unsupported: readonly string[] = [];
  private isInTableCell = false;

  override onCopy(range: Range, isCut: boolean): { html: string; text: string } {
    const html = writeRichText(this.quill.getContents(range.index, range.length));
    return { html, text: super.onCopy(range, isCut).text };
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

  protected override convertHTML(html: string): Delta {
    const pasted = new DOMParser().parseFromString(html, 'text/html');
    markListNumbers(pasted.body);
    this.normalizeHTML(pasted);
    cleanPasted(pasted.body);
    const place = this.isInTableCell ? 'table cell' : 'page';
    const { delta, losses } = readRichText(parseRichText(pasted.body.innerHTML), { place, isPasted: true });
    const noticed = losses.filter((loss) => noticeableLosses.includes(loss));
    this.unsupported = [...findRemovals(pasted.body).filter(isNoticeable), ...noticed];
    return delta;
  }

  private paste(range: Range, content: { text?: string; html?: string }): void {
    const { quill } = this;
    this.unsupported = [];
    // The line at the end of the selection remains.
    const end = Math.min(range.index + range.length, quill.getLength() - 1);
    const pasted = this.convert(content, quill.getFormat(end));
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
