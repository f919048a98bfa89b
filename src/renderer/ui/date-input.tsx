import '@mantine/dates/styles.css';
import { Input, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { formatDate } from './format.ts';
import { dayOf, parseDay } from './parse-day.ts';

const calendarLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/**
 * Input for a calendar day, typed or picked. The value is `YYYY-MM-DD`, shown as DD MMM YYYY;
 * invalid text is returned unchanged.
 */
export const DateInput = ({
  ref,
  value,
  onChange,
  onBlur,
  ...input
}: Omit<TextInputProps, 'value' | 'onChange' | 'ref'> & {
  value: string | null;
  onChange: (day: string | null) => void;
  ref?: Ref<{ focus: () => void }>;
}) => {
  const element = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => element.current?.focus() }), []);
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const day = dayOf(value);
  const pick = (picked: string | null) => {
    setTyped(null);
    setIsOpen(false);
    onChange(picked);
  };
  return (
    <Popover
      opened={isOpen}
      disabled={input.disabled}
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
    >
      {/* The target includes the error message, so that the calendar doesn't cover it. */}
      <Popover.Target>
        <div>
          <TextInput
            {...input}
            ref={element}
            value={typed ?? (day === null ? (value ?? '') : formatDate(day))}
            placeholder="DD MMM YYYY"
            autoComplete="off"
            leftSection={<IconCalendar size="1rem" aria-hidden />}
            leftSectionPointerEvents="none"
            rightSection={
              value && !input.disabled ? (
                <Input.ClearButton aria-label={`Clear ${input.label}`} onClick={() => pick(null)} />
              ) : null
            }
            onFocus={() => setIsOpen(true)}
            onClick={() => setIsOpen(true)}
            onKeyDown={({ key }) => {
              if (key === 'Escape') setIsOpen(false);
            }}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setIsOpen(true);
              onChange(parseDay(currentTarget.value));
            }}
            onBlur={(event) => {
              setTyped(null);
              setIsOpen(false);
              onBlur?.(event);
            }}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown onMouseDown={(event) => event.preventDefault()}>
        <DatePicker
          // Remounts to show the month of a typed day.
          key={day ?? 'none'}
          value={day}
          defaultDate={day ?? undefined}
          onChange={pick}
          // No red weekends: red has other meanings in this app.
          weekendDays={[]}
          hideOutsideDates
          ariaLabels={calendarLabels}
        />
      </Popover.Dropdown>
    </Popover>
  );
};
