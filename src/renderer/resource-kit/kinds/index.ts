import type { Field, FieldKind } from '#shared/resource-kit/fields.ts';
import { captions, image, pdf, video } from './file.tsx';
import type { Kind } from './kind.ts';
import { date, money, number } from './number.ts';
import { inherited, reference } from './reference.tsx';
import { boolean, choice, choices, status } from './select.tsx';
import { richText, text } from './text.tsx';

const kinds: { [K in FieldKind]: Kind<Extract<Field, { kind: K }>> } = {
  text,
  richText,
  number,
  money,
  boolean,
  date,
  status,
  choice,
  choices,
  reference,
  inherited,
  image,
  pdf,
  video,
  captions,
};

// The table is keyed by kind, so the field always fits what its own kind selects.
export const getKind = <F extends Field>({ kind }: F): Kind<F> => kinds[kind] as Kind<F>;
