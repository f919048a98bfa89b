import type { ReactNode } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import type { Field, Status } from '#shared/resource-kit/fields.ts';

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

/** The inputs of forms and sheets, in `inputs.tsx`. */
export type InputName =
  | 'text'
  | 'richText'
  | 'number'
  | 'amount'
  | 'checkbox'
  | 'date'
  | 'switch'
  | 'select'
  | 'multiSelect'
  | 'reference'
  | 'file';

/** How a kind of field is shown. Lists load this with their first rows, so whatever edits a value is in `inputs.tsx`. */
export type Kind<F extends Field = Field> = {
  input: InputName;
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
