import { Text } from '@mantine/core';
import { useMemo } from 'react';
import type { RichTextField, TextField } from '#shared/resource-kit/fields.ts';
import { toPlainText } from '../../ui/plain-text.ts';
import { TruncatedText } from '../../ui/truncated-text.tsx';
import type { Kind } from './kind.ts';

export const text: Kind<TextField> = {
  input: 'text',
  format: ({ name, record }) => String(record[name] ?? ''),
  Value: ({ name, record }) => <Text style={{ whiteSpace: 'pre-wrap' }}>{String(record[name] || 'N/A')}</Text>,
  hasWordDiff: true,
  getPart: ({ isMultiline }) => (isMultiline ? 'texts' : 'facts'),
};

/** At most two lines of a formatted text, as plain text. */
const Excerpt = ({ html }: { html: string }) => {
  const plain = useMemo(() => toPlainText(html), [html]);
  return <TruncatedText text={plain} />;
};

export const richText: Kind<RichTextField> = {
  input: 'richText',
  format: ({ name, record }) => toPlainText(String(record[name] ?? '')),
  Cell: ({ name, record }) => <Excerpt html={String(record[name] ?? '')} />,
  isHtml: true,
  hasWordDiff: true,
  getPart: () => 'texts',
};
