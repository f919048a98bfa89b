import '@mantine/dates/styles.css';
import { ActionIcon, Input, Popover, TextInput, type TextInputProps } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCalendar } from '@tabler/icons-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { formatDate, toIsoDay } from './format.ts';
import { holdKeys } from './hold-keys.ts';
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
  const calendarButton = useRef<HTMLButtonElement>(null);
  // The calendar is shown below the input while the user types; opened with its button, it takes the focus.
  const [calendar, setCalendar] = useState<'closed' | 'shown' | 'focused'>('closed');
  const day = getDay(value);
  const today = toIsoDay(new Date());
  const close = () => {
    setCalendar('closed');
    if (calendar === 'focused') calendarButton.current?.focus();
  };
  const select = (selectedDay: string | null) => {
    setInputValue(null);
    close();
    onChange(selectedDay);
  };
  const calendarLabel = `Calendar for ${inputProps.label}`;
  return (
    <Popover
      opened={calendar !== 'closed'}
      onDismiss={close}
      disabled={inputProps.disabled}
      position="bottom-start"
      trapFocus={calendar === 'focused'}
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
            leftSection={
              <ActionIcon
                ref={calendarButton}
                variant="subtle"
                color="gray"
                aria-label={calendarLabel}
                aria-haspopup="dialog"
                aria-expanded={calendar === 'focused'}
                disabled={inputProps.disabled}
                onClick={() => {
                  holdKeys();
                  setCalendar('focused');
                }}
              >
                <IconCalendar size="1rem" aria-hidden />
              </ActionIcon>
            }
            rightSection={
              value && !inputProps.disabled ? (
                <Input.ClearButton aria-label={`Clear ${inputProps.label}`} onClick={() => select(null)} />
              ) : null
            }
            onFocus={() => setCalendar('shown')}
            onClick={() => setCalendar('shown')}
            onKeyDown={({ key }) => {
              if (key === 'Escape') setCalendar('closed');
            }}
            onChange={({ currentTarget }) => {
              setInputValue(currentTarget.value);
              setCalendar('shown');
              onChange(parseDay(currentTarget.value));
            }}
            onBlur={(event) => {
              setInputValue(null);
              setCalendar('closed');
              onBlur?.(event);
            }}
          />
        </div>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={calendarLabel} onMouseDown={(event) => event.preventDefault()}>
        <DatePicker
          // Remounts to show the month of a typed day.
          key={day ?? 'none'}
          value={day}
          defaultDate={day ?? undefined}
          getDayProps={(date) => ({
            'data-autofocus': date === (day ?? today) || undefined,
            'data-today': date === today || undefined,
          })}
          onChange={select}
          // No red weekends: red has other meanings in this app.
          weekendDays={[]}
          hideOutsideDates
          fullWidth
          // Otherwise as high as wide, which is too high for a low window.
          styles={{ day: { height: '2.25rem' } }}
          highlightToday
          ariaLabels={calendarLabels}
        />
      </Popover.Dropdown>
    </Popover>
  );
};
