import '@mantine/dates/styles.css';
import { Input, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { formatDate } from './format.ts';
import { getDay, parseDay } from './parse-day.ts';

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
  ...inputProps
}: Omit<TextInputProps, 'value' | 'onChange' | 'ref'> & {
  value: string | null;
  onChange: (day: string | null) => void;
  ref?: Ref<{ focus: () => void }>;
}) => {
  const element = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({ focus: () => element.current?.focus() }), []);
  const [inputValue, setInputValue] = useState<string | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const day = getDay(value);
  const select = (selectedDay: string | null) => {
    setInputValue(null);
    setIsOpen(false);
    onChange(selectedDay);
  };
  return (
    <Popover
      opened={isOpen}
      disabled={inputProps.disabled}
      position="bottom-start"
      trapFocus={false}
      withRoles={false}
      width="target"
    >
      {/* The target includes the error message, so that the calendar doesn't cover it. */}
      <Popover.Target>
        <div>
          <TextInput
            {...inputProps}
            ref={element}
            value={inputValue ?? (day === null ? (value ?? '') : formatDate(day))}
            placeholder="DD MMM YYYY"
            autoComplete="off"
            leftSection={<IconCalendar size="1rem" aria-hidden />}
            leftSectionPointerEvents="none"
            rightSection={
              value && !inputProps.disabled ? (
                <Input.ClearButton aria-label={`Clear ${inputProps.label}`} onClick={() => select(null)} />
              ) : null
            }
            onFocus={() => setIsOpen(true)}
            onClick={() => setIsOpen(true)}
            onKeyDown={({ key }) => {
              if (key === 'Escape') setIsOpen(false);
            }}
            onChange={({ currentTarget }) => {
              setInputValue(currentTarget.value);
              setIsOpen(true);
              onChange(parseDay(currentTarget.value));
            }}
            onBlur={(event) => {
              setInputValue(null);
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
          onChange={select}
          // No red weekends: red has other meanings in this app.
          weekendDays={[]}
          hideOutsideDates
          fullWidth
          highlightToday
          ariaLabels={calendarLabels}
        />
      </Popover.Dropdown>
    </Popover>
  );
};
