import '@mantine/dates/styles.css';
import { DateInput, type DateInputProps } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import dayjs from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat';
import { type Ref, useImperativeHandle, useRef } from 'react';

dayjs.extend(customParseFormat);

const shown = 'DD MMM YYYY';
const understood = [
  shown,
  'D MMM YYYY',
  'D MMMM YYYY',
  'DD.MM.YYYY',
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'YYYY-MM-DD',
];

const parseTyped = (typed: string): string | null => {
  const day = dayjs(typed.trim(), understood, true);
  return day.isValid() ? day.format('YYYY-MM-DD') : null;
};

const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous ten years',
  nextDecade: 'Next ten years',
};

/** Takes a calendar day, typed or picked; its value is `YYYY-MM-DD`, shown as DD MMM YYYY. */
export const DayInput = ({
  ref,
  ...props
}: Pick<
  DateInputProps,
  'label' | 'description' | 'error' | 'withAsterisk' | 'disabled' | 'onBlur' | 'name'
> & {
  value: string | null;
  onChange: (day: string | null) => void;
  ref?: Ref<{ focus: () => void }>;
}) => {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }), []);
  return (
    <DateInput
      {...props}
      ref={input}
      valueFormat={shown}
      dateParser={parseTyped}
      placeholder={shown}
      clearable
      // Red is for other things than Sundays.
      weekendDays={[]}
      hideOutsideDates
      // The calendar opens below the message, which stays in sight.
      {...(props.error && { popoverProps: { offset: 32 } })}
      ariaLabels={calendarLabels}
      clearButtonProps={{ 'aria-label': `Clear ${props.label}` }}
      leftSection={<IconCalendar size="1rem" aria-hidden />}
      leftSectionPointerEvents="none"
    />
  );
};
