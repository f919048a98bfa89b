import {
  countNumber,
  type DecimalSeparator,
  isLong,
  noNumbers,
  parseWrittenNumber,
  provenSeparator,
  roundToCents,
} from '#shared/import-numbers.ts';
import type { Field } from '#shared/resource-kit/fields.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { openConfirm, openQuestion } from '../confirm.tsx';

/** Asks what the first ambiguous number means; null if there is none, or without an answer. */
const askSeparator = async (label: string, texts: readonly string[]): Promise<DecimalSeparator | null> => {
  for (const text of texts) {
    const read = parseWrittenNumber(text, null);
    if (!read || 'plain' in read) continue;
    const [confirmLabel = '', cancelLabel = ''] = read.unclear.map((plain) => String(Number(plain)));
    const title = `What does ${text} in ${label} mean?`;
    const isWhole = await openQuestion({ title, confirmLabel, cancelLabel });
    if (isWhole === null) return null;
    return text.includes(',') === isWhole ? '.' : ',';
  }
  return null;
};

/** Makes the amounts of pasted columns unambiguous. Asks once per column for what its cells don't prove. */
export const clarifyNumbers = async (
  table: readonly (readonly string[])[],
  fields: readonly (Field | undefined)[],
): Promise<string[][]> => {
  const clarified = table.map((row) => [...row]);
  for (const [column, field] of fields.entries()) {
    if (field?.kind !== 'money') continue;
    const texts = table.flatMap((row) => row[column] ?? []);
    const counts = { ...noNumbers };
    for (const text of texts) countNumber(counts, text, false);
    const decimal = provenSeparator(counts) ?? (await askSeparator(field.label, texts));
    const read = (text = '') => {
      // A change such as +5 isn't an amount.
      const number = text.trim().startsWith('+') ? null : parseWrittenNumber(text, decimal);
      return number && 'plain' in number ? number.plain : null;
    };
    const { length } = texts.filter((text) => isLong(read(text) ?? ''));
    const cells = formatCount(length, { label: 'cell', labelPlural: 'cells' });
    const title = `Round ${cells} of ${field.label} to two decimals?`;
    const isRounded = length > 0 && (await openConfirm({ title, confirmLabel: 'Round', cancelLabel: 'Don’t round' }));
    for (const row of clarified) {
      const plain = read(row[column]);
      if (plain !== null && (isRounded || !isLong(plain))) row[column] = roundToCents(plain);
    }
  }
  return clarified;
};
