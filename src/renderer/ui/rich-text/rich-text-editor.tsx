import { type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { showFailure } from '../toasts.tsx';
import classes from './rich-text.module.css';
import { readEditorHtml } from './rich-text-html.ts';
import { addPictures, pickPictures } from './rich-text-image.ts';
import { createQuill, type Quill } from './rich-text-quill.ts';
import { type Formats, RichTextToolbar } from './rich-text-toolbar.tsx';
import { sanitizeRichText } from './sanitize-rich-text.ts';

type Pictures = Awaited<ReturnType<typeof pickPictures>>;

const insertPictures = (quill: Quill, index: number, { pictures, problems }: Pictures): void => {
  for (const problem of problems) showFailure(problem);
  pictures.forEach(({ dataUrl, name }, offset) => {
    quill.insertEmbed(index + offset, 'image', dataUrl, 'user');
    quill.formatText(index + offset, 1, 'alt', name, 'user');
  });
  if (pictures.length > 0) quill.setSelection(index + pictures.length, 0, 'user');
};

const write = (quill: Quill, html: string): void => {
  quill.setContents(quill.clipboard.convert({ html: sanitizeRichText(html) }), 'silent');
  quill.history.clear();
};

/** Writes formatted text. Its value is sanitised HTML, '' where nothing was written. */
export const RichTextEditor = ({
  label,
  labelId,
  describedBy,
  value,
  isInvalid = false,
  isRequired = false,
  isDisabled = false,
  onChange,
  onBlur,
  ref,
}: {
  label: string;
  /** The element whose text names the editor. */
  labelId: string;
  describedBy?: string;
  value: string;
  isInvalid?: boolean;
  isRequired?: boolean;
  isDisabled?: boolean;
  onChange: (html: string) => void;
  onBlur?: () => void;
  ref?: Ref<{ focus: () => void }>;
}) => {
  const editorId = useId();
  const host = useRef<HTMLDivElement>(null);
  const quillRef = useRef<Quill>(null);
  const shownValue = useRef<string>(null);
  const handlers = useRef({ onChange, onBlur });
  handlers.current = { onChange, onBlur };
  const [formats, setFormats] = useState<Formats>({});
  const [isLinkOpen, setIsLinkOpen] = useState(false);

  useEffect(() => {
    const container = document.createElement('div');
    container.className = classes.editable ?? '';
    host.current?.append(container);
    const quill = createQuill({
      container,
      onFiles: (index, files) =>
        void addPictures(files).then((pictures) => insertPictures(quill, index, pictures)),
      onLink: () => setIsLinkOpen(true),
    });
    quill.on('text-change', (_delta, _old, source) => {
      if (source !== 'user') return;
      shownValue.current = readEditorHtml(quill.root);
      handlers.current.onChange(shownValue.current);
    });
    quill.on('editor-change', () => {
      const range = quill.getSelection();
      if (range) setFormats(quill.getFormat(range));
    });
    quill.root.addEventListener('blur', () => handlers.current.onBlur?.());
    quillRef.current = quill;
    shownValue.current = null;
    return () => {
      container.remove();
      quillRef.current = null;
    };
  }, []);

  useEffect(() => {
    if (!quillRef.current || shownValue.current === value) return;
    write(quillRef.current, value);
    shownValue.current = value;
  }, [value]);

  useEffect(() => {
    const root = quillRef.current?.root;
    if (!root) return;
    quillRef.current?.enable(!isDisabled);
    const attributes: Record<string, string> = {
      id: editorId,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-required': String(isRequired),
      'aria-invalid': String(isInvalid),
      'aria-describedby': describedBy ?? '',
    };
    for (const [name, content] of Object.entries(attributes)) root.setAttribute(name, content);
  }, [editorId, labelId, describedBy, isInvalid, isRequired, isDisabled]);

  useImperativeHandle(ref, () => ({ focus: () => quillRef.current?.focus() }), []);

  const withCaret = (run: (quill: Quill, index: number) => void) => {
    const quill = quillRef.current;
    if (!quill) return;
    quill.focus();
    run(quill, quill.getSelection()?.index ?? quill.getLength() - 1);
  };

  const apply = (format: string, formatValue: unknown) =>
    withCaret((quill) => {
      quill.format(format, formatValue, 'user');
      if (format === 'direction') quill.format('align', formatValue ? 'right' : false, 'user');
    });

  const clear = () =>
    withCaret((quill) => {
      const range = quill.getSelection();
      if (range) quill.removeFormat(range.index, range.length, 'user');
    });

  const choosePictures = () => {
    const index = quillRef.current?.selection.savedRange.index ?? 0;
    void pickPictures().then((pictures) =>
      withCaret((quill) => insertPictures(quill, Math.min(index, quill.getLength() - 1), pictures)),
    );
  };

  return (
    <div className={classes.frame} data-invalid={isInvalid || undefined}>
      <RichTextToolbar
        label={`Formatting of ${label}`}
        editorId={editorId}
        formats={formats}
        actions={{ apply, clear, insertPictures: choosePictures }}
        isLinkOpen={isLinkOpen}
        onLinkOpenChange={setIsLinkOpen}
      />
      <div ref={host} className={classes.writing} />
    </div>
  );
};
