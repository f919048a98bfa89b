import type { ReactNode } from 'react';
import type { SelectOption } from '#shared/api.ts';
import type { FileResult } from '#shared/ipc.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Field, Status } from '#shared/resource-kit/fields.ts';
import type { CellEditorProps } from '../../ui/grid/cell-editor.tsx';

/** Values of a record or a form, including the labels of references. */
export type RecordValues = Readonly<Record<string, unknown>>;

export type ValueProps<F extends Field = Field> = {
  resource: Resource;
  field: F;
  name: string;
  record: RecordValues;
};

export type CellProps<F extends Field = Field> = ValueProps<F> & {
  record: AnyRecord;
  /** Of the row. */
  index: number;
  getRows: () => readonly AnyRecord[];
  getTitle: (record: AnyRecord) => string;
  setStatus?: ((record: AnyRecord, status: Status) => void) | undefined;
};

/** Groups of a view, from top to bottom. */
export type ViewPart = 'facts' | 'texts' | 'media';

/** How a kind of field is shown. Lists load this with their first rows, so whatever edits a value is in `inputs.tsx`. */
export type Kind<F extends Field = Field> = {
  /** The value as text; '' for none. */
  format(value: Pick<ValueProps<F>, 'field' | 'name' | 'record'>): string;
  /** The text of a cell of a sheet, as it is edited and copied, if not `format`. */
  toText?(value: unknown): string;
  /** In a list. Default: the text. */
  Cell?(props: CellProps<F>): ReactNode;
  /** On a page or in a dialog. Default: the text, or N/A. */
  Value?(props: ValueProps<F>): ReactNode;
  /** Of a column, in rem; a kind without it shares the rest of the width. */
  width?: number;
  /** Digits line up in columns. */
  isTabular?: boolean;
  /** HTML, which is compared as text. */
  isHtml?: boolean;
  /** The server sets the value. */
  isDerived?: boolean;
  /** The history marks changed words. */
  hasWordDiff?: boolean;
  /** Default: facts. */
  getPart?(field: F): ViewPart;
  /** A filter for one end of a range; other kinds filter by an option. */
  isRangeFilter?: boolean;
};

/** The form of an input. */
export type InputForm = {
  resource: Resource;
  /** Null for a new record. */
  record: AnyRecord | null;
  /** Record whose stored files the form starts with: the edited one, or the one that is copied. */
  fileSource: AnyRecord | null;
  isSaving: boolean;
  /** Uploaded fraction of the files, from 0 to 1; null without an upload. */
  progress: number | null;
  autoFocusName?: string;
  openFind?: () => void;
};

export type FieldInputProps<F extends Field = Field> = {
  field: F;
  name: string;
  value: unknown;
  error?: string;
  /** Message below the field before saving: a warning, or an error that the server would return. */
  notice?: { content: ReactNode; isError: boolean } | undefined;
  form: InputForm;
  /** Reads another value of the form, and renders again when it changes. */
  readValue: (name: string) => unknown;
  onChange: (value: unknown) => void;
  onBlur: () => void;
  onError: (message: string) => void;
  /** Error of a text in a select that identifies no option, which prevents a save. */
  onUnknownText: (error: string) => void;
  /** Handles several files added to a file input at once; returns whether it accepted all. */
  onMultiple?: ((results: FileResult[]) => boolean) | undefined;
  ref: (element: { focus: () => void } | null) => void;
};

/** A typed value; `label` is the name of a referenced record. */
export type Parsed = { value: unknown; label?: string | null } | { error: string };

/** How values are typed, chosen and pasted. */
export type Editing<F extends Field = Field> = {
  Input(props: FieldInputProps<F>): ReactNode;
  /** Reads the text of a cell of a sheet; without it, sheets only show the value. */
  parse?(field: F, cell: { text: string; current: unknown; options: readonly SelectOption[] }): Parsed;
  /** Why a typed value is invalid. */
  validate?(field: F, value: unknown): string | null;
  /** Edits a cell of a sheet, if not as text or by one of the kind's options. */
  CellEditor?(props: CellEditorProps & { resource: Resource; field: F; name: string; record: RecordValues }): ReactNode;
  /** The options that a pasted text can name. */
  loadOptions?(field: F): Promise<readonly SelectOption[]>;
  /** Asks what the texts of a pasted column mean. */
  clarify?(field: F, texts: readonly string[]): Promise<readonly string[]>;
};

export const getInputProps = ({ field, name, error, notice, form, onBlur, ref }: FieldInputProps) => ({
  ref,
  label: field.label,
  description: notice?.isError === false ? notice.content : field.help,
  error: notice?.isError ? notice.content : error,
  withAsterisk: field.isRequired,
  onBlur,
  name,
  'aria-required': field.isRequired,
  'data-autofocus': form.autoFocusName === name || undefined,
});
