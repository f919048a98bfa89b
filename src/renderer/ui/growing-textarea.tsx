import { Textarea, type TextareaProps } from '@mantine/core';

type GrowingTextareaProps = Omit<TextareaProps, 'autosize' | 'rows' | 'styles'> & {
  minRows: number;
  maxRows: number;
};

const heightOf = (rows: number) => `calc(${rows}lh + 2 * var(--input-padding-y, 0rem) + 2px)`;

/** A text area that grows with its text. Mantine's measures each one with a hidden copy, which slows a form down. */
export const GrowingTextarea = ({ minRows, maxRows, ...props }: GrowingTextareaProps) => (
  <Textarea
    {...props}
    rows={minRows}
    styles={{
      input: { fieldSizing: 'content', minHeight: heightOf(minRows), maxHeight: heightOf(maxRows) },
    }}
  />
);
